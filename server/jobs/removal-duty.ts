import { listRemovals, type PurgeSources, purgeSource } from '#server/features/sources/purge-source.ts'
import type { DutyJob, Watch } from './background-jobs.ts'

/** Deleting what removed sources brought. */
export function removalDuty(deps: PurgeSources, watch: Watch): DutyJob {
  return {
    name: 'source-removal',
    atOnce: 1,
    async listDue() {
      const removed = await listRemovals(deps)
      return removed.map(({ id }) => ({ key: id, data: { id } }))
    },
    run: (data, signal) => watch(() => purgeSource(deps, (data as { id: string }).id, signal)),
  }
}
