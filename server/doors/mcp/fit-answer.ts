import { cutText } from '#contract/cut-text.ts'

/**
 * The maximum size of a tool's answer as UTF-8 JSON, unless the call asks for more. Larger answers would fill
 * the context of the caller's model.
 */
export const answerBytes = 8_000

const bytesOf = (answer: object) => Buffer.byteLength(JSON.stringify(answer))

/** Builds an answer of each size in turn. Returns the first one that fits, or the last one. */
export function firstThatFits<S, A extends object>(
  sizes: readonly S[],
  build: (size: S) => A,
  most: number = answerBytes,
): A {
  const [size, ...smaller] = sizes
  if (size === undefined) throw new Error('No size was given')
  const answer = build(size)
  return smaller.length === 0 || bytesOf(answer) <= most ? answer : firstThatFits(smaller, build, most)
}

/** The start of a text, with a mark at the end if it was cut. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`
}
