import { cutText } from '#contract/cut-text.ts'

/** Of a tool's answer as JSON in UTF-8, unless more is asked for: answers fill the context of the caller's model. */
export const answerBytes = 8_000

const bytesOf = (answer: object) => Buffer.byteLength(JSON.stringify(answer))

/** The first of these that fits; the last one must. */
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

/** The start of a text, marked where it is cut. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`
}
