import { cutText } from '#contract/cut-text.ts'

/**
 * The maximum size of a tool's answer as UTF-8 JSON, unless the call asks for more: answers fill the context
 * of the caller's model.
 */
export const answerBytes = 8_000

const bytesOf = (answer: object) => Buffer.byteLength(JSON.stringify(answer))

/** The first of these that fits. The last one must fit. */
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

/** The start of a text, with a mark where it is cut. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${cutText(text, most - 1).trimEnd()}…`
}
