import type { ScorablePost } from './post-score.ts'

export const personaNotStated = 'Not stated'

/** Who has the need, as the text shows it. */
export function readPersona(_post: ScorablePost): string {
  return personaNotStated
}
