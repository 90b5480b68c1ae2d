// Where a person never wants to land after signing in: the sign-in pages, the operator's area, and what is no page.
const noLandingPlace = /^\/(admin|auth|api|reset-password|verify-email)(\/|$)/u
const anyOrigin = 'http://site.invalid'

/** A path of this site to land on after signing in; anything else becomes the start page. */
export function safeNextPath(given: string | null): string {
  if (given === null || !given.startsWith('/')) return '/'
  // The browser's own reading decides: it takes back slashes, tabs and double slashes for other sites.
  const address = URL.parse(given, anyOrigin)
  if (address === null || address.origin !== anyOrigin) return '/'
  if (noLandingPlace.test(address.pathname)) return '/'
  return `${address.pathname}${address.search}${address.hash}`
}

/** The address of a sign-in page that leads back to `next` afterwards. */
export function authAddress(next: string, page: '/auth' | '/auth/login' = '/auth/login'): string {
  const landing = safeNextPath(next)
  const params = new URLSearchParams()
  if (page === '/auth') params.set('tab', 'sign-up')
  if (landing !== '/') params.set('next', landing)
  const query = params.toString()
  return query === '' ? page : `${page}?${query}`
}
