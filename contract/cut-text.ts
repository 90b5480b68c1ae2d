const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** How far around an offset we look for a grapheme boundary. Longer graphemes are cut between code points. */
const around = 64
const opensPair = /[\uD800-\uDBFF]/
const closesPair = /[\uDC00-\uDFFF]/

const isInPair = (text: string, at: number) =>
  closesPair.test(text.charAt(at)) && opensPair.test(text.charAt(at - 1))

/** The nearest grapheme boundary at or before an offset, so that no flag or accented letter is split. */
export function characterStart(text: string, at: number): number {
  if (at <= 0) return 0
  if (at >= text.length) return text.length
  const plain = text.charCodeAt(at - 1) < 0x80 && text.charCodeAt(at) < 0x80
  if (plain && text.charAt(at) !== '\n') return at
  const from = Math.max(0, at - around)
  const start = isInPair(text, from) ? from + 1 : from
  const seen = characters.segment(text.slice(start, at + around)).containing(at - start)
  if (seen !== undefined && (seen.index > 0 || start === 0)) return start + seen.index
  return isInPair(text, at) ? at - 1 : at
}

/** The start of a text with at most this many UTF-16 code units. No grapheme is split. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  return text.slice(0, characterStart(text, most) || (isInPair(text, most) ? most - 1 : most))
}
