import type { Hits } from './find-hits.ts'
import { communityPersonas, personaRules } from './persona-rules.ts'

/** What a persona reads when the text does not say. */
export const personaNotStated = 'Not stated'

/** The author has to speak of themselves this often before the community may name them. */
const leastFirstPerson = 2

/**
 * Who has the need, in one to four words: from what the text says of its author, or, when the author at
 * least speaks in the first person, from the community. Else `Not stated`. Never a sensitive trait.
 */
export function readPersona(hits: Hits, community: string): string {
  const stated = hits.persona < 0 ? undefined : personaRules[hits.persona]
  if (stated !== undefined && (stated.rank === 1 || hits.firstPerson > 0)) return stated.persona
  if (hits.firstPerson < leastFirstPerson) return personaNotStated
  return Object.hasOwn(communityPersonas, community)
    ? (communityPersonas[community] ?? personaNotStated)
    : personaNotStated
}
