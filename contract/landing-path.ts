/** A dummy origin, used only to check that a path stays on the site. */
const site = 'http://site.invalid'

/** Pages that sign-in never returns to: sign-in pages, the admin area, and paths that are not pages. */
const noLandingPlace = /^\/(admin|auth|api|reset-password|verify-email)(\/|$)/u

/**
 * The page to return to after sign-in, encoded for a header; anything else becomes the start page. Browsers treat
 * backslashes, tabs, double slashes and encoded dots as other sites.
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
