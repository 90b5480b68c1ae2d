const escapes: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", '#x27': "'" }

/**
 * Text as a person wrote it: the source's HTML escapes undone once, then Markdown's literal `&nbsp;` and
 * `&#x200B;` removed. What PostgreSQL cannot hold (NUL, half surrogate pairs) becomes U+FFFD, length kept.
 */
export function readableText(text: string): string {
  const storable = text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text
  const wellFormed = storable.toWellFormed()
  if (!wellFormed.includes('&')) return wellFormed
  return wellFormed
    .replace(/&(lt|gt|amp|quot|#39|#x27);/gu, (whole, name: string) => escapes[name] ?? whole)
    .replace(/&nbsp;/gu, ' ')
    .replace(/&#x200B;/giu, '')
}
