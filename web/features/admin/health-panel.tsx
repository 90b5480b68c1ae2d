import type { ReactNode } from 'react'
import { type AdminHealth, adminHealthEndpoint } from '#contract/admin-overview.ts'
import { formatLongDay, formatMoment } from '#web/features/site/format-date.ts'
import { refreshIntervals, useAdminQuery } from './admin-call.ts'
import { AdminSection, type Condition, ListCard, ListRow, QueryContent } from './admin-section.tsx'
import { formatCounted, formatSize } from './format-figure.ts'
import { standInWords } from './payment-settings.tsx'

export function HealthPanel() {
  const health = useAdminQuery(adminHealthEndpoint, { refreshMs: refreshIntervals.statsMs })
  return (
    <AdminSection
      title="Health"
      lead={
        health.data &&
        `Unmet ${health.data.version}, since the start at ${formatMoment(health.data.startedAt)}`
      }
    >
      <QueryContent query={health} what="The health" skeleton="h-64">
        {(read) => <Health health={read} />}
      </QueryContent>
    </AdminSection>
  )
}

function Health({ health }: { health: AdminHealth }) {
  return (
    <div className="grid gap-3 sm:gap-4 lg:grid-cols-2">
      <ListCard title="Required by every request">
        {health.readiness.map((part) => (
          <WatchedRow key={part.name} name={part.name} watched={part} />
        ))}
      </ListCard>
      <ListCard title="Search sources">
        {health.sources.map((source) => (
          <WatchedRow key={source.name} name={source.name} watched={source} note={source.notice} />
        ))}
      </ListCard>
      <ListCard title="Background jobs">
        {health.jobs.map((job) => (
          <WatchedRow key={job.name} name={job.name} watched={job} />
        ))}
      </ListCard>
      <Services health={health} />
      <Storage health={health} />
    </div>
  )
}

function Services({ health: { mail, payments } }: { health: AdminHealth }) {
  return (
    <ListCard title="Services">
      <WatchedRow
        name="Mail"
        watched={mail}
        ok={mail.delivery === 'outbox' ? 'Written to files' : undefined}
        note={
          mail.delivery === 'outbox'
            ? 'No mail server is set: mails are written to the outbox folder.'
            : mail.operatorEmailSet
              ? null
              : 'OPERATOR_EMAIL is not set, so admin reset links go to the outbox folder.'
        }
      />
      <WatchedRow
        name="Payments"
        watched={payments}
        note={
          payments.standIn
            ? standInWords
            : payments.mode === 'sandbox'
              ? 'Sandbox mode: no real money.'
              : 'Production mode.'
        }
      />
    </ListCard>
  )
}

function Storage({ health: { database, archive } }: { health: AdminHealth }) {
  return (
    <ListCard title="Storage">
      <SizeRow name="Database" size={database.bytes}>
        {database.embedded ? 'Embedded server' : 'External server'}
      </SizeRow>
      <SizeRow name="Archive" size={archive.bytes}>
        {formatCounted(archive.posts, 'post', 'posts')}
      </SizeRow>
      {archive.sources.map((source) => (
        <div key={source.source} className="py-3 pl-4 last:pb-0">
          <dt className="text-sm font-medium wrap-anywhere">
            {source.source}
            {source.sample && source.source !== 'sample' ? ' (sample)' : ''}
          </dt>
          <dd className="mt-0.5 text-sm text-ink-soft tabular-nums">
            {formatCounted(source.posts, 'post', 'posts')}, the newest of {formatLongDay(source.newestPostAt)}
            , changed {formatMoment(source.changedAt)}
          </dd>
        </div>
      ))}
    </ListCard>
  )
}

const looks = {
  ok: { variant: 'secondary', words: 'Working' },
  failing: { variant: 'notice', words: 'Failing' },
  unused: { variant: 'outline', words: 'Not used yet' },
  off: { variant: 'outline', words: 'Off' },
} as const satisfies Record<AdminHealth['mail']['condition'], Condition>

type WatchedRowProps = {
  name: string
  watched: Omit<AdminHealth['jobs'][number], 'name'>
  note?: string | null
  /** The text to show instead of "Working". */
  ok?: string | undefined
}

function WatchedRow({ name, watched, note = null, ok }: WatchedRowProps) {
  const { condition, lastSuccessAt, lastFailureAt, lastFailure } = watched
  const look = looks[condition]
  return (
    <ListRow name={name} condition={condition === 'ok' && ok !== undefined ? { ...look, words: ok } : look}>
      <p>Last success: {lastSuccessAt === null ? 'Never' : formatMoment(lastSuccessAt)}</p>
      {lastFailureAt === null ? null : (
        <p>
          Last failure: {formatMoment(lastFailureAt)}
          {lastFailure === null ? '' : ` (${lastFailure})`}
        </p>
      )}
      {note === null ? null : <p>{note}</p>}
    </ListRow>
  )
}

function SizeRow({ name, size, children }: { name: string; size: number; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3 last:pb-0">
      <dt>
        <span className="block font-medium">{name}</span>
        <span className="block text-sm text-ink-soft tabular-nums">{children}</span>
      </dt>
      <dd className="font-medium tabular-nums">{formatSize(size)}</dd>
    </div>
  )
}
