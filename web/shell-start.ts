// Runs in the shell before its code is loaded: the home page's own code and saved results are requested meanwhile.
if (location.pathname === '/') {
  for (const href of JSON.parse(document.getElementById('home-files')?.textContent ?? '[]')) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' }),
    )
  }
}

const session = new URLSearchParams(location.search).get('session')
if (session !== null && /^[\w-]+$/u.test(session)) {
  const link = document.createElement('link')
  const href = `/api/search-results/${session}`
  document.head.append(
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href }),
  )
}

export {}
