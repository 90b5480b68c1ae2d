/** Any site of ours: only tells whether a path stays on it. */
const site = 'http://site.invalid'

/** The page to land on after a sign-in: a path of this site, spelled for a header. Anything else is the home page. */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || !/^\/[^\\\p{Cc}]*$/u.test(asked) || asked.includes('//')) return '/'
  const url = URL.parse(asked, site)
  if (url?.origin !== site || /^\/api(\/|$)/u.test(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}
