// Runs in the shell before its code has come: kept results are asked for meanwhile.
const session = new URLSearchParams(location.search).get('session')
if (session !== null && /^[\w-]+$/u.test(session)) {
  const link = document.createElement('link')
  const href = `/api/search-results/${session}`
  document.head.append(
    Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href }),
  )
}

export {}
