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
  let rest = ''
  let number = 0
  for await (const chunk of chunks) {
    const text = rest + chunk
    // A carriage return at the end may be half of an end of two signs.
    const held = text.endsWith('\r') ? 1 : 0
    const lines = text.slice(0, text.length - held).split(lineEnd)
    rest = `${lines.pop() ?? ''}${'\r'.repeat(held)}`
    if (rest.length > mostRowBytes)
      throw new OwnFileError(`The row at line ${number + lines.length + 1} is longer than 1 MB.`)
    for (const line of lines) {
      number += 1
      yield { number, text: line }
    }
  }
  yield { number: number + 1, text: rest.replace(/\r$/u, '') }
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
