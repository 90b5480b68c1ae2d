/** The mark for an escaped lone surrogate, which PostgreSQL would reject. No text contains this mark. */
const mark = '\uFDD0'
/** Maps surrogates to private-use characters, which PostgreSQL can store. */
const shift = 0xe000 - 0xd800

const hideHalf = (half: string) => (half === '' ? '' : mark + String.fromCharCode(half.charCodeAt(0) + shift))
const showHalf = (sign: string | undefined) =>
  sign === undefined ? '' : String.fromCharCode(sign.charCodeAt(0) - shift)

const firstHalf = /[\uD800-\uDBFF]$/
const secondHalf = /^[\uDC00-\uDFFF]/
const hiddenFirst = /\uFDD0([\uE000-\uE3FF])$/
const hiddenSecond = /^\uFDD0([\uE400-\uE7FF])/

/**
 * A part of a file in a form that can be stored. Surrogates at its start and end are escaped for `joinParts`;
 * others become U+FFFD.
 */
export function storablePart(text: string): string {
  const [begin = ''] = secondHalf.exec(text) ?? []
  const [end = ''] = firstHalf.exec(text) ?? []
  const whole = text.slice(begin.length, text.length - end.length)
  return hideHalf(begin) + whole.replaceAll('\0', '\uFFFD').toWellFormed() + hideHalf(end)
}

/** The text of a file from its stored parts. A character that was split between two parts is joined again. */
export async function* joinParts(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const part of parts) {
    const second = hiddenSecond.exec(part)
    const first = hiddenFirst.exec(part)
    const joined = (held + showHalf(second?.[1])).toWellFormed()
    held = showHalf(first?.[1])
    yield joined + part.slice(second?.[0].length ?? 0, part.length - (first?.[0].length ?? 0))
  }
  if (held !== '') yield held.toWellFormed()
}
