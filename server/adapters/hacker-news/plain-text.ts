import { cutText } from '#contract/cut-text.ts'
import { storableText } from '../html-text/storable-text.ts'

const named: Record<string, string> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
}

/** The maximum length of HTML that is read. Real posts are far shorter. */
const mostCharacters = 200_000

function decode(whole: string, body: string): string {
  if (!body.startsWith('#')) return named[body.toLowerCase()] ?? whole
  const hex = /^#x/iu.test(body)
  const code = Number.parseInt(body.slice(hex ? 2 : 1), hex ? 16 : 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
}

/** Decodes HTML entities once. Characters that PostgreSQL cannot store become U+FFFD. */
export function unescapeHtml(text: string): string {
  const decoded = text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/giu, decode)
  return storableText(decoded)
}

/** The text shown for a link is shortened, so the full URL is taken from `href`. */
function linkText(_whole: string, attributes: string, shown: string): string {
  const href = /\bhref="([^"]*)"/iu.exec(attributes)?.[1]
  return href !== undefined && /(?:\.\.\.|…)$/u.test(shown) ? href : shown
}

/**
 * Converts HTML to text with paragraphs, and with links as URLs. Tags are removed before entities are
 * decoded, so escaped text stays text.
 */
export function plainText(html: string): string {
  const text = cutText(html, mostCharacters)
    .replace(/\r\n?/gu, '\n')
    .replace(/<a\s([^<>]*)>([^<>]*)<\/a>/giu, linkText)
    .replace(/<(?:p|pre|\/pre|ul|ol|blockquote)(?:\s[^<>]*)?>/giu, '\n\n')
    .replace(/<(?:br|li)(?:\s[^<>]*)?\/?>/giu, '\n')
    .replace(/<\/?[a-z][^<>]*>/giu, '')
  return unescapeHtml(text)
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
}
