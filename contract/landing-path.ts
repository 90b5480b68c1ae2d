/** Any site of ours: only tells whether a path stays on it. */
const site = 'http://site.invalid'

/** Where a person never wants to land after signing in: sign-in pages, the operator's area, and what is no page. */
const noLandingPlace = /^\/(admin|auth|api|reset-password|verify-email)(\/|$)/u

/**
 * The page of this site to land on after signing in, spelled for a header; anything else becomes the start page.
 * Browsers take back slashes, tabs, double slashes and what dots or their escapes make of a path for other sites.
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
