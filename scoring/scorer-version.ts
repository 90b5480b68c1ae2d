import { communityPersonas, mixedCommunityPersonas } from './community-personas.ts'
import weights from './model/weights.json' with { type: 'json' }
import { personaRules } from './persona-rules.ts'
import { plainSignals } from './plain-signals.ts'
import { ruleTable } from './rule-table.ts'
import { wordClasses } from './text/word-classes.ts'

/** Raised by hand when the code that reads posts changes what it gives, or what the weights are learned from. */
const engineVersion = '1.15.0'

const parts = [
  weights,
  ruleTable,
  plainSignals,
  wordClasses,
  personaRules,
  communityPersonas,
  mixedCommunityPersonas,
]

/** Names the rules and weights that made a score, e.g. `1.0.0+3fa9c1d2`: any change of either changes it. */
export const scorerVersion: string = `${engineVersion}+${fingerprint(JSON.stringify(parts))}`

function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
