import Radar from 'lucide-react/icons/radar'
import {
  type AdminDeletionCheck,
  type AdminScan,
  type AdminScanRun,
  type AdminScanTarget,
  adminScanEndpoint,
  startScanEndpoint,
} from '#contract/admin-scan.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { callAdmin, refreshIntervals, useAdminAction, useAdminQuery } from './admin-call.ts'
import { AdminSection, FigureCard, ListCard, ListRow, QueryContent } from './admin-section.tsx'
import { formatCount, formatCounted } from './format-figure.ts'
import { HeldPostsCard } from './held-posts-card.tsx'
import { NoteList } from './source-labels.tsx'

export function ScanPanel() {
  const scan = useAdminQuery(adminScanEndpoint, { refreshMs: refreshIntervals.statsMs })
  return (
    <AdminSection
      title="Daily scan"
      lead={scan.data && nextWords(scan.data)}
      aside={scan.data?.missing === null ? <StartButton /> : null}
    >
      <QueryContent query={scan} what="The daily scan" skeleton="h-64">
        {(read) => <Scan scan={read} />}
      </QueryContent>
    </AdminSection>
  )
}

function nextWords({ nextScanAt, missing }: AdminScan): string {
  if (nextScanAt !== null) return `The next one begins at ${formatMoment(nextScanAt)}`
  return missing === null ? 'No scheduled scan: SCAN_AT is never' : 'Nothing to scan'
}

function StartButton() {
  const start = useAdminAction({
    run: () => callAdmin(startScanEndpoint),
    toast: { title: 'Scan started', description: 'New posts appear while it runs.' },
    failed: { title: 'Scan not started', words: 'The scan could not be started. Please try again.' },
  })
  return (
    <Button aria-disabled={start.isPending} onClick={() => start.mutate()}>
      {start.isPending ? 'Starting...' : 'Scan now'}
    </Button>
  )
}

function Scan({ scan }: { scan: AdminScan }) {
  const { missing, runs, targets, deletion, held } = scan
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
          {held.length === 0 ? null : <HeldPostsCard held={held} />}
          {runs.length === 0 ? null : <RunsCard runs={runs} />}
          {deletion.length === 0 ? null : (
            <DeletionCard deletion={deletion} purged30Days={scan.purged30Days} />
          )}
        </div>
      </div>
    </div>
  )
}

const postsWords = (count: number) => formatCounted(count, 'post', 'posts')

function ScanFigures({ scan: { today, last30Days, timeZone } }: { scan: AdminScan }) {
  const figures = [
    { term: 'Threads read today', counts: today, note: `since midnight, ${timeZone}` },
    { term: 'Threads read in 30 days', counts: last30Days, note: 'including today' },
  ]
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4">
      {figures.map(({ term, counts: { postsRead, postsNew }, note }) => (
        <FigureCard
          key={term}
          term={term}
          figure={formatCount(postsRead)}
          note={`${formatCount(postsNew)} new, ${note}`}
        />
      ))}
    </dl>
  )
}

const targetLooks = {
  done: { variant: 'secondary', words: 'Read' },
  waiting: { variant: 'outline', words: 'Waiting' },
  failed: { variant: 'notice', words: 'Failed' },
} as const

function TargetsCard({ targets }: { targets: readonly AdminScanTarget[] }) {
  return (
    <ListCard title="Targets">
      {targets.map(({ source, kind, value, state, ...target }) => (
        <ListRow
          key={`${source} ${kind} ${value}`}
          name={kind === 'keyword' ? `"${value}"` : value}
          condition={targetLooks[state]}
        >
          <p>
            {source}: {postsWords(target.postsRead)} read, {formatCount(target.postsNew)} new. Last complete
            read: {target.lastSuccessAt === null ? 'never' : formatMoment(target.lastSuccessAt)}
          </p>
          {target.cutShort ? (
            <p>It had more new posts than one scan reads; older ones were skipped.</p>
          ) : null}
          {target.reason === null ? null : <p className="text-danger">{target.reason}</p>}
          <NoteList notes={target.notes} />
        </ListRow>
      ))}
    </ListCard>
  )
}

const starters = {
  schedule: 'by the schedule',
  operator: 'from this page',
  command: 'by npm run scan',
} as const

function RunsCard({ runs }: { runs: readonly AdminScanRun[] }) {
  return (
    <ListCard title="Last scans">
      {runs.map((run) => (
        <ListRow
          key={run.id}
          name={formatMoment(run.startedAt)}
          condition={run.endedAt === null ? { variant: 'outline', words: 'Running' } : null}
        >
          <p>
            {postsWords(run.postsRead)} read, {formatCount(run.postsNew)} new; {formatCount(run.done)} of{' '}
            {formatCounted(run.targets, 'target', 'targets')} read
            {run.failed === 0 ? '' : `, ${formatCount(run.failed)} failed`}. Started {starters[run.startedBy]}
          </p>
        </ListRow>
      ))}
    </ListCard>
  )
}

type DeletionCardProps = { deletion: readonly AdminDeletionCheck[]; purged30Days: number }

/** Whether posts are checked for deletion in time. */
function DeletionCard({ deletion, purged30Days }: DeletionCardProps) {
  return (
    <ListCard title="Deleted posts">
      {deletion.map(({ source, posts, overdue, doubted, oldestCheckAt }) => (
        <ListRow
          key={source}
          name={source}
          condition={
            overdue > 0 ? { variant: 'notice', words: 'Overdue' } : { variant: 'secondary', words: 'On time' }
          }
        >
          <p>
            {postsWords(posts)}
            {oldestCheckAt === null ? '' : `, all checked since ${formatMoment(oldestCheckAt)}`}
          </p>
          {overdue > 0 ? <p className="text-danger">{postsWords(overdue)} not checked for 48 hours</p> : null}
          {doubted > 0 ? (
            <p>
              {postsWords(doubted)} reported as deleted. These are too many at once, so they are checked again
              before they are purged
            </p>
          ) : null}
        </ListRow>
      ))}
      <ListRow name="Purged in 30 days">{postsWords(purged30Days)}</ListRow>
    </ListCard>
  )
}
