import {
  giveUpCollection,
  type ScoreCollection,
  scoreCollection,
} from '#server/features/own/score-collection.ts'
import type { DutyJob, Watch } from './background-jobs.ts'

/** Reads and scores what people brought themselves: a job for each collection. */
export function ownDuty(
  deps: ScoreCollection & { listToScore: () => Promise<string[]> },
  watch: Watch,
): DutyJob {
  return {
    name: 'own-material',
    atOnce: 1,
    async listDue() {
      const ids = await deps.listToScore()
      return ids.map((id) => ({ key: id, data: { id } }))
    },
    run: (data, signal) => watch(() => scoreCollection(deps, (data as { id: string }).id, signal)),
    giveUp: (data) => giveUpCollection(deps, (data as { id: string }).id),
  }
}
