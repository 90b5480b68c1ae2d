import type { Signal } from '#scoring/signal.ts'

/** The signals that were asked for of whole posts, by their letters. */
const signalOfLetter: Record<string, Signal> = {
  p: 'pain',
  s: 'solution_request',
  w: 'workaround',
  m: 'money',
  $: 'willing_to_pay',
  u: 'urgency',
  f: 'frequency',
  c: 'competitor',
  b: 'business',
  o: 'promo',
}

export const askedOfPosts: readonly Signal[] = Object.values(signalOfLetter)

/** Those of them that are common enough to learn from what whole posts say. */
export const listedByWords: readonly Signal[] = askedOfPosts.filter(
  (signal) => signal !== 'willing_to_pay' && signal !== 'urgency',
)

/** Reads a label such as `2.5psb`: the potential, and a letter for each signal seen. */
export function readShortLabel(label: string): {
  potential: number
  signals: Partial<Record<Signal, number>>
} {
  const letters = label.replace(/^[\d.]+/u, '')
  return {
    potential: Number.parseFloat(label),
    signals: Object.fromEntries(
      Object.entries(signalOfLetter).map(([letter, signal]) => [signal, letters.includes(letter) ? 1 : 0]),
    ),
  }
}
