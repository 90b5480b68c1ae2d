import type { Clock } from '#server/clock.ts'
import { sql } from '#server/database/drizzle.ts'
import { inTransaction, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import type { CallBudget } from '#server/source-ports.ts'
import { boundedWait, grantCalls, mergeRateLimits, type Spending, windowMs } from './call-budget-rules.ts'

export type CallBudgetSettings = {
  source: string
  callsPerMinute: number
  /** The calls per minute that this caller leaves to others: the scan leaves calls to searches. */
  spare?: number
  /** Null uses the database's clock, so that differing clocks of instances have no effect. */
  clock?: Clock | null
}

/**
 * The rows of a source in `rate_limits`: calls by instant, remaining calls as reported, and the end of a
 * pause.
 */
const calls = 'calls'
const reported = 'told' as const
const paused = 'paused' as const
const keyOf = (source: string) => `source:${source}`

export type SpendingRow = { kind: string | null; at: number; calls: number }

/** The state of one source at an instant, in milliseconds, from its rows. */
export function spendingOf(rows: readonly SpendingRow[], now: number): Spending {
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind)
  const [last] = ofKind(reported)
  return {
    now,
    spent: ofKind(calls),
    reported: last === undefined ? null : { until: last.at, callsLeft: last.calls },
    pausedUntil: Math.max(0, ...ofKind(paused).map(({ at }) => at)),
  }
}

/** The state of the source at the current instant. A caller that has the lock sees all earlier calls. */
async function readSpending(transaction: Transaction, source: string, now: Date | null): Promise<Spending> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`calls of ${source}`}, 0))`)
  const { rows } = await transaction.execute<SpendingRow & { now: number }>(sql`
    with moment as materialized (select coalesce(${now}::timestamptz, clock_timestamp()) as now)
    select floor(extract(epoch from now) * 1000)::float8 as now, endpoint as kind,
      floor(extract(epoch from bucket_start) * 1000)::float8 as at, request_count as calls
    from moment left join rate_limits on identifier = ${keyOf(source)} and (
      (endpoint = ${calls} and bucket_start > now - ${windowMs} * interval '1 millisecond') or
      (endpoint in (${reported}, ${paused}) and bucket_start > now))`)
  return spendingOf(rows, rows[0]?.now ?? 0)
}

async function spendCalls(transaction: Transaction, source: string, spent: { now: number; count: number }) {
  const { now, count } = spent
  const key = keyOf(source)
  const at = new Date(now)
  await transaction.execute(sql`
    with old as (
      delete from rate_limits where identifier = ${key} and (
        (endpoint = ${calls} and bucket_start <= ${new Date(now - windowMs)}::timestamptz) or
        (endpoint in (${reported}, ${paused}) and bucket_start <= ${at}::timestamptz))
    ), less as (
      update rate_limits set request_count = greatest(0, request_count - ${count}), updated_at = now()
      where identifier = ${key} and endpoint = ${reported} and bucket_start > ${at}::timestamptz
    )
    insert into rate_limits (identifier, endpoint, bucket_start, request_count)
    values (${key}, ${calls}, ${at}::timestamptz, ${count})
    on conflict (identifier, endpoint, bucket_start) do update
      set request_count = rate_limits.request_count + excluded.request_count, updated_at = now()`)
}

type Reported = { kind: typeof reported | typeof paused; until: number; callsLeft: number }

/** A new report of remaining calls replaces the old one. The longest of several pauses counts. */
async function saveReported(transaction: Transaction, source: string, { kind, until, callsLeft }: Reported) {
  const key = keyOf(source)
  if (kind === reported)
    await transaction.execute(sql`delete from rate_limits where identifier = ${key} and endpoint = ${kind}`)
  await transaction.execute(sql`
    insert into rate_limits (identifier, endpoint, bucket_start, request_count)
    values (${key}, ${kind}, ${new Date(until)}::timestamptz, ${callsLeft})
    on conflict (identifier, endpoint, bucket_start) do nothing`)
}

/** Runs one task at a time, so that an instance uses only one connection to wait for the lock. */
function oneByOne() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const next = last.then(task)
    last = next.catch(() => {})
    return next
  }
}

/** The calls to one source. They are counted in the database for all instances. */
export function makeCallBudget(db: Database, settings: CallBudgetSettings): CallBudget {
  const { source, callsPerMinute, spare = 0, clock = null } = settings
  const callLimits = { perMinute: callsPerMinute - spare, spare }
  const inTurn = oneByOne()
  let waiting: PromiseWithResolvers<number>[] = []

  const withSpending = <T>(work: (transaction: Transaction, spending: Spending) => Promise<T>) =>
    inTransaction(db, async (transaction) =>
      work(transaction, await readSpending(transaction, source, clock?.() ?? null)),
    )

  const takeSome = (wanted: number) =>
    withSpending(async (transaction, spending) => {
      const granted = grantCalls(spending, wanted, callLimits)
      if (granted.count > 0)
        await spendCalls(transaction, source, { now: spending.now, count: granted.count })
      return granted
    })

  /** Requests that have arrived in the meantime are served at once. */
  async function serveWaiting(): Promise<void> {
    const served = waiting
    waiting = []
    try {
      const { count, waitMs } = await takeSome(served.length)
      for (const [index, { resolve }] of served.entries()) resolve(index < count ? 0 : waitMs)
    } catch (error) {
      for (const { reject } of served) reject(error)
    }
  }

  const save = (reportAt: (spending: Spending) => Reported) =>
    inTurn(() =>
      withSpending((transaction, spending) => saveReported(transaction, source, reportAt(spending))),
    )

  return {
    take() {
      const one = Promise.withResolvers<number>()
      waiting.push(one)
      if (waiting.length === 1) void inTurn(serveWaiting)
      return one.promise
    },
    learn: (callsLeft, renewedInMs) =>
      save(({ now, reported: known }) => ({
        kind: reported,
        ...mergeRateLimits(known, { until: now + boundedWait(renewedInMs), callsLeft }),
      })),
    pause: (waitMs) => save(({ now }) => ({ kind: paused, until: now + boundedWait(waitMs), callsLeft: 0 })),
  }
}
