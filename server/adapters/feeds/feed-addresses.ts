/** Placeholders that feed generators write: `N/A`, `none`, `-`, `0`, a URL without a host. */
const nothing =
  /^(?:\(?(?:n\/?a|n\.\s?a\.?|none|null|nil|nan|undefined|unknown|unavailable|missing|empty|false|true|todo|tbd)\)?|(?:no|not)[\s_-](?:link|url|uri|guid|id|available|applicable|set|found)|https?:\/{0,2}|about:blank|(?:urn:uuid:)?\{?0{8}-0{4}-0{4}-0{4}-0{12}\}?|[-–—_.?#*/\\x0\s]*)$/iu

/** A URL that a generator built from a placeholder. */
const leadsNowhere = /\/(?:n\/a|n%2fa|null|undefined|nan)\/?$/iu

/** Whether a text is a placeholder. Placeholders are ignored as ids. */
export const isNothing = (text: string): boolean =>
  nothing.test(text.trim()) || leadsNowhere.test(text.trim())

export const isAbsolute = (address: string): boolean => /^https?:\/\//iu.test(address.trim())

/** The text as a possible URL; null if it cannot be a URL or is a placeholder. */
export function findLink(written: string | undefined): string | null {
  const link = written?.trim() ?? ''
  if (isNothing(link)) return null
  // Text with spaces is not a URL, unless it starts like one.
  return /\s/u.test(link) && !/^(?:https?:\/\/|[/?]|\.{1,2}\/)/iu.test(link) ? null : link
}
