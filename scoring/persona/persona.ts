import { communityPersonas, mixedCommunityPersonas } from './community-personas.ts'
import { personaRules, surestRank, weakestRank } from './persona-rules.ts'

/** What a post says of its author: the surest rule of `personaRules` that matched, or -1, and how often they say "I". */
export type PersonaReading = { persona: number; firstPerson: number }

/** What a persona reads when the text does not say. */
export const personaNotStated = 'Not stated'

/** The author has to speak of themselves this often before the community may name them. */
const leastFirstPerson = 1
const leastFirstPersonWhereMixed = 5

const ofOneTrade = inLowerCase(communityPersonas)
const mixed = inLowerCase(mixedCommunityPersonas)

/**
 * Who has the need, in one to four words: from what the text says of its author, or, when the author at
 * least speaks in the first person, from the community. Else `Not stated`. Never a sensitive trait.
 */
export function readPersona(reading: PersonaReading, community: string): string {
  const rule = reading.persona < 0 ? undefined : personaRules[reading.persona]
  const stated =
    rule !== undefined && (rule.rank === surestRank || reading.firstPerson > 0) ? rule : undefined
  if (stated !== undefined && stated.rank < weakestRank) return stated.persona
  return (
    namedBy(ofOneTrade, community, reading.firstPerson >= leastFirstPerson) ??
    namedBy(mixed, community, reading.firstPerson >= leastFirstPersonWhereMixed) ??
    stated?.persona ??
    personaNotStated
  )
}

function namedBy(
  personas: ReadonlyMap<string, string>,
  community: string,
  speaksOfSelf: boolean,
): string | undefined {
  return speaksOfSelf ? personas.get(community.toLowerCase()) : undefined
}

/** Communities are named in any case. */
function inLowerCase(personas: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(personas).map(([community, persona]) => [community.toLowerCase(), persona]))
}
