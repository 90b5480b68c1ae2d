import { cutText } from '#contract/cut-text.ts'

/**
 * The file cannot be read beyond some point. The message is for the user and contains no content of the file.
 */
export class OwnFileError extends Error {}

/** A row that is longer has an unclosed quote or bracket. */
export const mostRowBytes = 1024 * 1024

const lineEnd = /\r\n?|\n/u

type NumberedLine = { number: number; text: string }

/** The lines of a text. A line may end with LF, CR or CRLF. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<NumberedLine> {
  // A line is examined only at its end, because searching a growing string takes time proportional to its
  // length.
  let line = ''
  let held = ''
  let number = 1
  for await (const chunk of chunks) {
    const text = held + chunk
    // A carriage return at the end may be the first half of CRLF.
    held = text.endsWith('\r') ? '\r' : ''
    const [first = '', ...others] = text.slice(0, text.length - held.length).split(lineEnd)
    line += first
    for (const next of others) {
      yield { number, text: line }
      number += 1
      line = next
    }
    if (line.length > mostRowBytes) throw new OwnFileError(`The row at line ${number} is longer than 1 MB.`)
  }
  yield { number, text: line }
}

/** The start of a text up to a length. The returned chunks include this start. */
export async function peekText(given: AsyncIterable<string>, characters: number) {
  const iterator = given[Symbol.asyncIterator]()
  let text = ''
  let ended = false
  while (text.length <= characters && !ended) {
    const next = await iterator.next()
    if (next.done === true) ended = true
    else text += next.value
  }
  async function* chunks(): AsyncGenerator<string> {
    yield text
    if (!ended) yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { head: { text: cutText(text, characters), cut: text.length > characters }, chunks: chunks() }
}
