import type { Signal } from '../signal.ts'

/** One kind of wording of a signal: phrases that mean about the same, and so share one learned weight. */
type RuleFamily = {
  readonly name: string
  readonly phrases: readonly string[]
  /** Ignored right after a negation ("I don't hate it"). */
  readonly negatable?: boolean
  /** A hit behind a denial ("I don't need a tool") is none, and learned phrases within it count nothing either. */
  readonly negationScope?: boolean
  /** Counted apart when it is told of somebody else ("my boss hates it"). */
  readonly personal?: boolean
}

export type SignalRules = { readonly signal: Signal; readonly families: readonly RuleFamily[] }
