import type { OwnRowsStore } from './own-rows-store.ts'
import { type ScoreOwnRow, scoreOwnRow } from './score-own-row.ts'

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
