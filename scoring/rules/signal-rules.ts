import type { Signal } from '../signal.ts'

/** How the words before a match are read. */
type Reading = {
  /** The match is ignored right after a negation ("I don't hate it"). */
  readonly ignoredIfNegated?: true
  /** A match behind a denial ("I don't need a tool") is none, and learned phrases within it count nothing either. */
  readonly negationScope?: true
  /** Counted apart when the sentence is in the third person ("my boss hates it"). */
  readonly personal?: true
  /** The match counts only where it opens a sentence ("Add a search"). */
  readonly opens?: true
}

/** How a phrase is written (`a|b`, `..`, `?`, `{wish}`): text/packed-trie.ts. */
type Phrases = readonly string[]

/** Phrases of one family mean about the same, and so share one learned weight. */
type Family = Phrases | { readonly phrases: Phrases; readonly reading: Reading }

export const readAs = (reading: Reading, phrases: Phrases): Family => ({ phrases, reading })

export type SignalRules = { readonly signal: Signal; readonly families: Readonly<Record<string, Family>> }

/** Rules whose families are known by name. */
export const signalRules = <Families extends SignalRules['families']>(
  signal: Signal,
  families: Families,
) => ({
  signal,
  families,
})
