import { findLanguage } from '#server/find-language.ts'
import type { ReadRow } from './own-row-rules.ts'
import type { OwnRowsStore, ScoredRow } from './own-rows-store.ts'

/** A text with its result summary (`card`) and score, as posts of the archive have them. */
type ScoreText = (
  post: { title: string; selftext: string },
  community: string,
) => Pick<ScoredRow, 'opportunityScore' | 'card'>

export type ScoreOwnRow = {
  scoreText: ScoreText
  /** The score of a text that the scorer cannot read. */
  leaveUnscored: ScoreText
  scorerVersion: string
  wordForms: (post: { title: string; selftext: string }) => string[]
}

type Scored = Pick<ScoredRow, 'language' | 'opportunityScore' | 'card' | 'scorerVersion' | 'forms'>

/** What a row is found and ranked by. The scorer does not look at the name of its group. */
export function scoreOwnRow(
  deps: ScoreOwnRow,
  row: Pick<ReadRow, 'title' | 'selftext' | 'community'>,
): Scored {
  const { title, selftext, community } = row
  const { scorerVersion } = deps
  const language = findLanguage(`${title}\n${selftext}`)
  const post = { title, selftext }
  if (language !== null) {
    return { language, ...deps.leaveUnscored(post, community), scorerVersion, forms: [] }
  }
  return { language, ...deps.scoreText(post, community), scorerVersion, forms: deps.wordForms(post) }
}

export type RescoreRows = ScoreOwnRow & {
  rows: Pick<OwnRowsStore, 'listOld' | 'saveScores' | 'recountLanguages'>
}

const batchRows = 250

/** Rescores what people uploaded and another version scored. Returns how many; ends early, between batches, on abort. */
export async function rescoreRows(deps: RescoreRows, signal: AbortSignal): Promise<number> {
  let afterId = 0
  let scored = 0
  while (!signal.aborted) {
    const old = await deps.rows.listOld(deps.scorerVersion, afterId, batchRows)
    const last = old.at(-1)
    if (last === undefined) break
    await deps.rows.saveScores(old.map((row) => ({ ...row, ...scoreOwnRow(deps, row) })))
    scored += old.length
    afterId = Number(last.id)
  }
  if (scored > 0) await deps.rows.recountLanguages()
  return scored
}
