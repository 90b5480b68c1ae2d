import { cutText } from '#contract/cut-text.ts'

/** One row of a person's file: the value of each column, or why it cannot be read. Lines count from 1. */
export type OwnLine =
  | { line: number; cells: ReadonlyMap<string, string>; problem?: undefined }
  | { line: number; problem: string }

/** The file cannot be read from some place on. The message is for the person and holds nothing of the file. */
export class OwnFileError extends Error {}

/** A longer row is a quote or a bracket that is never closed. */
export const mostRowBytes = 1024 * 1024

const lineEnd = /\r\n?|\n/u

type NumberedLine = { number: number; text: string }

/** Lines of a text, whichever of the three ends they have. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<NumberedLine> {
  // Nothing looks into a line before it ends: to search what grows again with each chunk costs its whole length.
  let line = ''
  let held = ''
  let number = 1
  for await (const chunk of chunks) {
    const text = held + chunk
    // A carriage return at the end may be half of an end of two signs.
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

/** The beginning of a text, so many characters or all of it; the chunks begin with it. */
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
