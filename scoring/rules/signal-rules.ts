import type { Signal } from '../signal.ts'

/** How the words before a match are read. */
type Reading = {
  /** The match is ignored directly after a negation ("I don't hate it"). */
  readonly ignoredIfNegated?: true
  /** A match after a negation ("I don't need a tool") is ignored, and so are learned phrases within it. */
  readonly negationScope?: true
  /** Counted separately if the sentence is in the third person ("my boss hates it"). */
  readonly personal?: true
  /** The match counts only at the start of a sentence ("Add a search"). */
  readonly opens?: true
  /** A match in the title or where the text starts decides that the post is not a need. */
  readonly settles?: true
}

/** The syntax of a phrase (`a|b`, `..`, `?`, `{wish}`): text/packed-trie.ts. */
type Phrases = readonly string[]

/** Phrases of one family have about the same meaning, and share one learned weight. */
type Family = Phrases | { readonly phrases: Phrases; readonly reading: Reading }

export const readAs = (reading: Reading, phrases: Phrases): Family => ({ phrases, reading })

export type SignalRules = { readonly signal: Signal; readonly families: Readonly<Record<string, Family>> }

/** Rules by the names of their families. */
export const signalRules = <Families extends SignalRules['families']>(
  signal: Signal,
  families: Families,
) => ({
  signal,
  families,
})
