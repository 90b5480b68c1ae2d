import { advice } from './advice.ts'
import { business } from './business.ts'
import { competitor } from './competitor.ts'
import { featureRequest } from './feature-request.ts'
import { frequency } from './frequency.ts'
import { hiring } from './hiring.ts'
import { joke } from './joke.ts'
import { money } from './money.ts'
import { news } from './news.ts'
import { pain } from './pain.ts'
import { praise } from './praise.ts'
import { promo } from './promo.ts'
import type { SignalRules } from './signal-rules.ts'
import { solutionRequest } from './solution-request.ts'
import { solved } from './solved.ts'
import { unserved } from './unserved.ts'
import { urgency } from './urgency.ts'
import { willingToPay } from './willing-to-pay.ts'
import { workaround } from './workaround.ts'

/** The rules of every signal that has plain cues. docs/scoring.md describes how to add a signal. */
const allSignals: readonly SignalRules[] = [
  pain,
  solutionRequest,
  workaround,
  money,
  willingToPay,
  urgency,
  frequency,
  competitor,
  business,
  promo,
  featureRequest,
  hiring,
  news,
  joke,
  praise,
  advice,
  solved,
  unserved,
]

/**
 * Kinds of sentences in which a rule's words can occur. A rule has a weight for each kind, because a question
 * differs from a statement.
 */
export const rulePlaces = ['tells', 'asks', 'thirdPerson'] as const

/** The families of all signals, in the order of the model. `key` is the family's name in the model. */
export const ruleTable = allSignals.flatMap(({ signal, families }) =>
  Object.entries(families).map(([name, family]) => {
    const { phrases, reading } = 'phrases' in family ? family : { phrases: family, reading: {} }
    const read = {
      ignoredIfNegated: false,
      negationScope: false,
      personal: false,
      opens: false,
      settles: false,
      adds: 0,
      ...reading,
    }
    return { signal, key: `${signal}/${name}`, phrases, ...read }
  }),
)
