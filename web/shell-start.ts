// Runs in the shell before its code is loaded: requests the home page's code and saved results early.
function preload(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}

if (location.pathname === '/') {
  const files = JSON.parse(document.getElementById('home-files')?.textContent ?? '[]')
  for (const href of files) preload({ rel: 'modulepreload', href, crossOrigin: '' })
}

const session = new URLSearchParams(location.search).get('session')
if (session !== null && /^[\w-]+$/u.test(session)) {
  // The placeholder is as wide as the results.
  document.documentElement.dataset.results = ''
  const href = `/api/search-results/${session}`
  preload({ rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href })
}

export {}
