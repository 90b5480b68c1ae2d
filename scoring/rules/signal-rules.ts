import type { Signal } from '../signal.ts'

/** How the words before a match change its effect. */
type Reading = {
  /** A match directly after a negation is ignored ("I don't hate it"). */
  readonly ignoredIfNegated?: true
  /**
   * A match after a negation is ignored ("I don't need a tool"). Learned phrases within such a match are
   * ignored, too.
   */
  readonly negationScope?: true
  /** A match in a sentence in the third person is counted separately ("my boss hates it"). */
  readonly personal?: true
  /** A match counts only at the start of a sentence ("Add a search"). */
  readonly opens?: true
  /** A match in the title or at the start of the text decides that the post is not a need. */
  readonly settles?: true
  /** A match adds this, and the learned weight, to the log odds that the sentence shows the signal. */
  readonly adds?: number
}

/** See text/packed-trie.ts for the syntax of phrases (`a|b`, `..`, `?`, `{wish}`). */
type Phrases = readonly string[]

/** The phrases of a family have about the same meaning, and share one learned weight. */
type Family = Phrases | { readonly phrases: Phrases; readonly reading: Reading }

export const readAs = (reading: Reading, phrases: Phrases): Family => ({ phrases, reading })

export type SignalRules = { readonly signal: Signal; readonly families: Readonly<Record<string, Family>> }

/** Rules by the name of their family. */
export const signalRules = <Families extends SignalRules['families']>(
  signal: Signal,
  families: Families,
) => ({
  signal,
  families,
})
