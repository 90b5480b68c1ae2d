import type { Signal } from './signal.ts'
import { allSignals } from './signals/all-signals.ts'

/** Where a rule's wording stood. Each place has a weight of its own: a title that asks is not a body that tells. */
export const rulePlaces = ['title', 'titleAsked', 'body', 'bodyAsked', 'ofOthers'] as const

/** One family of rules in the order in which the model numbers them. */
export type RuleEntry = {
  readonly signal: Signal
  readonly key: string
  readonly phrases: readonly string[]
  readonly negatable: boolean
  readonly deniable: boolean
  readonly personal: boolean
}

/** Every family of every signal, flat. `key` names it in the model: `signal/family name`. */
export const ruleTable: readonly RuleEntry[] = allSignals.flatMap(({ signal, families }) =>
  families.map((family) => ({
    signal,
    key: `${signal}/${family.name}`,
    phrases: family.phrases,
    negatable: family.negatable ?? false,
    deniable: family.deniable ?? false,
    personal: family.personal ?? false,
  })),
)
