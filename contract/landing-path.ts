/** An invented origin, only used to check that a path stays on this site. */
const site = 'http://site.invalid'

/** Paths to which a sign-in never returns: sign-in pages, the admin area, and paths without a page. */
const noLandingPlace = /^\/(admin|auth|api|reset-password|verify-email)(\/|$)/u

/**
 * The path to open after a sign-in, encoded for a header; `/` if a sign-in may not return to the path. In
 * browsers, backslashes, tabs, double slashes and encoded dots may lead to other sites.
 */
export function landingPath(asked: string | null | undefined): string {
  if (asked === null || asked === undefined || !/^\/[^\\\p{Cc}]*$/u.test(asked)) return '/'
  const url = URL.parse(asked, site)
  if (url?.origin !== site) return '/'
  const { pathname, search, hash } = url
  const decoded = pathname.replaceAll(/%2f/giu, '/').replaceAll(/%5c/giu, '\\')
  if (/\/\/|\\/u.test(decoded) || asked.split(/[?#]/u, 1)[0]?.includes('//')) return '/'
  return noLandingPlace.test(decoded) ? '/' : `${pathname}${search}${hash}`
}
