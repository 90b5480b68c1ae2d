import Radar from 'lucide-react/icons/radar'
import type { AdminScan } from '#contract/admin-scan.ts'
import { adminScanEndpoint, startScanEndpoint } from '#contract/admin-scan.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { useAction } from '#web/use-action.ts'
import { adminKeys, refreshIntervals } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'
import { QueryContent } from './query-content.tsx'
import { DeletionCard, RunsCard, ScanFigures, TargetsCard } from './scan-cards.tsx'
import { useAdminQuery } from './use-admin-query.ts'

export function ScanPanel() {
  const scan = useAdminQuery(adminScanEndpoint, { refreshMs: refreshIntervals.statsMs })
  return (
    <section aria-labelledby="daily-scan">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="daily-scan" className="text-lg font-semibold tracking-tight">
            Daily scan
          </h2>
          {scan.data ? <p className="text-sm text-ink-soft">{nextWords(scan.data)}</p> : null}
        </div>
        {scan.data?.missing === null ? <StartButton /> : null}
      </div>
      <QueryContent query={scan} what="The daily scan" skeleton="h-64">
        {(read) => <Scan scan={read} />}
      </QueryContent>
    </section>
  )
}

function nextWords({ nextScanAt, missing }: AdminScan): string {
  if (nextScanAt !== null) return `The next one begins at ${formatMoment(nextScanAt)}`
  return missing === null ? 'None begins by itself: SCAN_AT is never' : 'Nothing is scanned'
}

/** Starts a scan now, or goes on with the one that is under way. */
function StartButton() {
  const start = useAction({
    run: () => callAdmin(startScanEndpoint),
    toast: { title: 'Scan started', description: 'New posts come in while it runs.' },
    failed: { title: 'Scan not started', words: 'The scan could not be started. Please try again.' },
    invalidates: adminKeys(adminScanEndpoint),
  })
  return (
    <Button aria-disabled={start.isPending} onClick={() => start.mutate()}>
      {start.isPending ? 'Starting...' : 'Scan now'}
    </Button>
  )
}

function Scan({ scan }: { scan: AdminScan }) {
  const { missing, runs, targets, deletion } = scan
  return (
    <div className="flex flex-col gap-3 sm:gap-4">
      {missing === null ? null : (
        <Callout tone="notice" icon={<Radar />}>
          <p>{missing}</p>
        </Callout>
      )}
      {missing === null || runs.length > 0 ? <ScanFigures scan={scan} /> : null}
      <div className="grid items-start gap-3 sm:gap-4 lg:grid-cols-2">
        {targets.length === 0 ? null : <TargetsCard targets={targets} />}
        <div className="flex flex-col gap-3 sm:gap-4">
          {runs.length === 0 ? null : <RunsCard runs={runs} />}
          {deletion.length === 0 ? null : (
            <DeletionCard deletion={deletion} forgotten30Days={scan.forgotten30Days} />
          )}
        </div>
      </div>
    </div>
  )
}
