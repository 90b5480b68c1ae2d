import type { Marks } from './read-sign.ts'
import { opensSentence, type Tokens } from './tokens.ts'

/** A sentence of more tokens than this is divided at a clause, where it has one. */
const longestSentence = 36
/** No part is shorter than this. */
const shortestPart = 8
const pauses = ',:(–—|'

/** Divides sentences that are too long to be read at once: each part is a clause, and opens like a sentence. */
export function divideSentences(text: string, tokens: Tokens, marks: Marks): void {
  let from = 0
  for (let at = 1; at <= tokens.count; at++) {
    if (at < tokens.count && ((tokens.flags[at] ?? 0) & opensSentence) === 0) continue
    if (at - from > longestSentence) divide({ text, tokens, marks }, from, at)
    from = at
  }
}

type Divided = { text: string; tokens: Tokens; marks: Marks }

/** Divides at the pause nearest to the middle, then each part again while it is too long. */
function divide(divided: Divided, from: number, to: number): void {
  const { flags } = divided.tokens
  const middle = (from + to) >> 1
  let best = -1
  let bestCost = Number.POSITIVE_INFINITY
  for (let at = from + shortestPart; at <= to - shortestPart; at++) {
    const cost = Math.abs(at - middle) + pauseCost(divided, at)
    if (cost < bestCost) {
      best = at
      bestCost = cost
    }
  }
  if (best < 0) return
  flags[best] = (flags[best] ?? 0) | opensSentence
  if (best - from > longestSentence) divide(divided, from, best)
  if (to - best > longestSentence) divide(divided, best, to)
}

/** How bad a place before a token is to divide at, in tokens of distance; infinite inside a clause. */
function pauseCost({ text, tokens, marks }: Divided, at: number): number {
  const { word, start, end } = tokens
  const joins = marks.joining.has(word[at] ?? 0)
  const to = start[at] ?? 0
  for (let between = end[at - 1] ?? 0; between < to; between++) {
    const dash = text[between] === '-' && text[between - 1] === ' '
    if (dash || pauses.includes(text[between] ?? ' ')) return joins ? 0 : 6
  }
  return joins ? 10 : Number.POSITIVE_INFINITY
}
