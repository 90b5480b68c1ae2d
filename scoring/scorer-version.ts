import type { ModelFile } from './model/model-file.ts'
import { communityPersonas, mixedCommunityPersonas } from './persona/community-personas.ts'
import { personaRules } from './persona/persona-rules.ts'
import { ruleTable } from './rules/rule-table.ts'
import { wordClasses } from './text/word-classes.ts'

/** Raised by hand when the code that reads posts changes what it gives. */
const engineVersion = '2.2.0'

/** Names the rules and weights that make a score, e.g. `2.1.0+3fa9c1d2`: any change of either changes it. */
export function nameVersion(file: ModelFile): string {
  const parts = [file, ruleTable, wordClasses, personaRules, communityPersonas, mixedCommunityPersonas]
  return `${engineVersion}+${fingerprint(JSON.stringify(parts))}`
}

function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
