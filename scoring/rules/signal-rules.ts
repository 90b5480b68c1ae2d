import type { Signal } from '../signal.ts'

/**
 * The rules of a signal. Phrases of one family mean about the same, and so share one learned weight. How a phrase is
 * written (`a|b`, `..`, `?`, `{wish}`): text/phrase-trie.ts.
 */
export type SignalRules<Family extends string = string> = {
  readonly signal: Signal
  /** Families that are ignored right after a negation ("I don't hate it"). */
  readonly negatable?: readonly NoInfer<Family>[]
  /** A hit behind a denial ("I don't need a tool") is none, and learned phrases within it count nothing either. */
  readonly negationScope?: readonly NoInfer<Family>[]
  /** Counted apart when it is told of somebody else ("my boss hates it"). */
  readonly personal?: readonly NoInfer<Family>[]
  readonly families: Readonly<Record<Family, readonly string[]>>
}

/** Rules whose families are known by name. */
export function signalRules<Family extends string>(
  signal: Signal,
  rules: Omit<SignalRules<Family>, 'signal'>,
): SignalRules<Family> {
  return { signal, ...rules }
}
