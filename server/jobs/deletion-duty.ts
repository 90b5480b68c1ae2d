import {
  listRecheckWork,
  type RecheckSources,
  recheckSource,
} from '#server/features/deletion/recheck-posts.ts'
import type { DutyJob, Watch } from './background-jobs.ts'

/** Asking each source which kept posts still stand there. */
export function deletionDuty(deps: RecheckSources, watch: Watch): DutyJob {
  return {
    name: 'deletion-check',
    atOnce: 1,
    async listDue() {
      const sources = await listRecheckWork(deps)
      return sources.map((source) => ({ key: source, data: { source } }))
    },
    run: (data, signal) => watch(() => recheckSource(deps, (data as { source: string }).source, signal)),
  }
}
