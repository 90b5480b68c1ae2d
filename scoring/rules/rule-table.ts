import type { Signal } from '../signal.ts'
import { allSignals } from './all-signals.ts'

/** How the sentence puts a rule's words. Each place has a weight of its own: to ask is not to tell. */
export const rulePlaces = ['tells', 'asks', 'thirdPerson'] as const

/** One family of rules in the order in which the model numbers them. */
export type RuleEntry = {
  readonly signal: Signal
  readonly key: string
  readonly phrases: readonly string[]
  readonly negatable: boolean
  readonly negationScope: boolean
  readonly personal: boolean
}

/** Every family of every signal, flat. `key` names it in the model: `signal/family name`. */
export const ruleTable: readonly RuleEntry[] = allSignals.flatMap(({ signal, families }) =>
  families.map((family) => ({
    signal,
    key: `${signal}/${family.name}`,
    phrases: family.phrases,
    negatable: family.negatable ?? false,
    negationScope: family.negationScope ?? false,
    personal: family.personal ?? false,
  })),
)
