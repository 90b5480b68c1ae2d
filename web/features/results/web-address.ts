/** True for an address that may become a link: sources send anything. */
export function isWebAddress(url: string | null): url is string {
  return url !== null && /^https?:\/\//iu.test(url)
}
