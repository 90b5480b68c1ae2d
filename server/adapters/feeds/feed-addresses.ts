/** What generators write where they know nothing: `N/A`, `none`, `-`, `0`, an address without a host. */
const nothing =
  /^(?:\(?(?:n\/?a|n\.\s?a\.?|none|null|nil|nan|undefined|unknown|unavailable|missing|empty|false|true|todo|tbd)\)?|(?:no|not)[\s_-](?:link|url|uri|guid|id|available|applicable|set|found)|https?:\/{0,2}|about:blank|(?:urn:uuid:)?\{?0{8}-0{4}-0{4}-0{4}-0{12}\}?|[-–—_.?#*/\\x0\s]*)$/iu

/** An address that a generator made of such a word. */
const leadsNowhere = /\/(?:n\/a|n%2fa|null|undefined|nan)\/?$/iu

/** Whether it stands for nothing; as an id it is none. */
export const isNothing = (text: string): boolean =>
  nothing.test(text.trim()) || leadsNowhere.test(text.trim())

export const isAbsolute = (address: string): boolean => /^https?:\/\//iu.test(address.trim())

/** What may lead somewhere; null for words that stand where an address should. */
export function findLink(written: string | undefined): string | null {
  const link = written?.trim() ?? ''
  if (isNothing(link)) return null
  // Words with blanks between them are no address, unless they begin as one.
  return /\s/u.test(link) && !/^(?:https?:\/\/|[/?]|\.{1,2}\/)/iu.test(link) ? null : link
}
