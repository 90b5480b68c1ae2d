import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Mail } from '#server/mail-ports.ts'
import { digestDeps } from '#tests/harness/digest-deps.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { addNews, makeAccount, makeWatch } from '#tests/harness/make-watch.ts'
import { storeInArchive } from '#tests/harness/store-in-archive.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { nextDigest } from './digest-rules.ts'
import { makeDigestSettingStore } from './digest-setting-store.ts'
import { sendDigests } from './send-digests.ts'

vi.setConfig({ testTimeout: 1_800_000 })

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('truncate users, watches, archive_posts cascade'))

/** A person with a watch and a daily digest. */
async function makeReader(at: string, timeZone: string, now: Date): Promise<{ id: string; watchId: string }> {
  const id = await makeAccount(database.pool)
  await database.pool.query('update users set email_verified_at = now() where id = $1', [id])
  const watchId = await makeWatch(database.pool, id, { query: 'invoices' })
  const time = { frequency: 'daily', at, weekday: 'monday', timeZone } as const
  const wanted = { ...time, isOn: true, nextDueAt: nextDigest(time, now) }
  await makeDigestSettingStore(database.db).saveSetting(id, wanted)
  return { id, watchId }
}

const zones = ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Havana', 'America/New_York', 'Asia/Kolkata']
/** The days around a change of the clock. `DIGEST_YEARS=2` tests each day of two years. */
const spans: readonly (readonly [string, number])[] =
  process.env.DIGEST_YEARS === undefined
    ? ['2026-03-06', '2026-03-27', '2026-04-03', '2026-10-02', '2026-10-23', '2026-10-30'].map((day) => [
        day,
        4,
      ])
    : [['2026-01-01', 365 * Number(process.env.DIGEST_YEARS)]]

/** The local dates of the digests in a period, by time zone. */
async function datesOfDigests(start: Date, end: Date): Promise<Map<string, string[]>> {
  const zoneOf = new Map<string, string>()
  for (const timeZone of zones) {
    const { id } = await makeReader('02:30', timeZone, start)
    const { rows } = await database.pool.query('select email from users where id = $1', [id])
    zoneOf.set(rows[0].email, timeZone)
  }
  const datesOf = new Map(zones.map((zone): [string, string[]] => [zone, []]))
  let now = start
  const send = async ({ to: address }: Mail) => {
    const timeZone = zoneOf.get(address) ?? ''
    datesOf.get(timeZone)?.push(new Intl.DateTimeFormat('en-CA', { timeZone }).format(now))
  }
  const deps = digestDeps(database.db, { send }, () => now)
  for (;;) {
    now = (await deps.digests.findNextAt()) ?? end
    if (now >= end) return datesOf
    // Whenever a digest is due, its reader has a new post.
    await database.pool.query(`
      insert into watch_posts (watch_id, post_id)
      select watches.id, (select id from archive_posts where id > (
        select coalesce(max(post_id), 0) from watch_posts where watch_id = watches.id) order by id limit 1)
      from watches join digest_settings using (user_id)
      where next_due_at <= (select min(next_due_at) from digest_settings)`)
    await sendDigests(deps, new AbortController().signal)
  }
}

test.each(spans)(
  'a digest at 02:30 in five zones comes once a day, whatever the clocks do: from %s for %i days',
  async (day, days) => {
    await storeInArchive(
      database.db,
      Array.from({ length: days + 2 }, (_, at) => makePost({ title: `Invoices ${at}` })),
    )
    const start = new Date(`${day}T12:00:00Z`)
    const dates = await datesOfDigests(start, new Date(start.getTime() + days * 86_400_000))
    for (const zone of zones) {
      expect([zone, dates.get(zone)?.length]).toEqual([zone, days])
      expect([zone, new Set(dates.get(zone)).size]).toEqual([zone, days])
    }
  },
)

/** `DIGESTS_SENT=10000 DIGEST_KILLS=10` runs the full test. */
const wanted = Number(process.env.DIGESTS_SENT ?? 60)
const kills = Number(process.env.DIGEST_KILLS ?? 4)
const mailProgram = fileURLToPath(new URL('../../../tests/harness/mail-program.ts', import.meta.url))
const digestProgram = fileURLToPath(new URL('../../../tests/harness/digest-program.ts', import.meta.url))

function startMailServer(onMail: (id: string) => void) {
  const child = spawn(process.execPath, [mailProgram], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { promise: port, resolve } = Promise.withResolvers<string>()
  let isFirst = true
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (isFirst) resolve(line)
    else onMail(line)
    isFirst = false
  })
  return { child, port }
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

test('digests through kills of the product and of the mail server: none is lost, and none doubled but where an answer was', async () => {
  const due = new Date('2026-05-05T05:00:00Z')
  await storeInArchive(database.db, [makePost({ title: 'Invoices' })])
  const reader = await makeReader('07:00', 'Europe/Berlin', new Date())
  await addNews(database.pool, reader.watchId)
  await database.pool.query(
    `with made as (
      insert into users (email, email_verified_at) select 'reader' || at || '@example.test', now()
      from generate_series(2, $1) as at returning id
    ), watched as (
      insert into watches (user_id, name, query, matcher, matcher_version)
      select made.id, 'invoices', 'invoices', matcher, matcher_version from made, (select * from watches limit 1) as one
      returning id, user_id
    ), set as (
      insert into digest_settings (user_id, is_on, at, weekday, time_zone, next_due_at)
      select id, true, '07:00', 'monday', 'Europe/Berlin', $2 from made
    ) insert into watch_posts (watch_id, post_id) select watched.id, archive_posts.id from watched, archive_posts`,
    [wanted, due],
  )
  await database.pool.query('update digest_settings set next_due_at = $1', [due])

  const received: string[] = []
  let killNow = () => {}
  /** The product and the mail server are killed in turn, after each of these numbers of mails. */
  const killAfter = Array.from({ length: kills }, (_, at) => Math.floor(((at + 0.5) * wanted) / kills))
  let killed = 0
  const onMail = (id: string) => {
    received.push(id)
    if (received.length < (killAfter[killed] ?? Number.POSITIVE_INFINITY)) return
    killed += 1
    killNow()
  }
  let mail = startMailServer(onMail)
  let now = due.getTime()
  const waiting = `select from digest_settings left join digests using (user_id) where state is distinct from 'sent'`
  while ((await database.pool.query(waiting)).rowCount !== 0) {
    const args = [digestProgram, database.url, await mail.port, new Date(now).toISOString()]
    const product = spawn(process.execPath, args, { stdio: 'inherit' })
    const victim = killed % 2 === 0 ? product : mail.child
    killNow = () => void victim.kill('SIGKILL')
    const [code, signal] = await once(product, 'close')
    expect([0, 'SIGKILL']).toContain(signal ?? code)
    if (mail.child.signalCode !== null) mail = startMailServer(onMail)
    // Mails that could not be sent are sent again.
    now += 3_600_000
  }
  await kill(mail.child)
  expect(killed).toBe(kills)
  expect(new Set(received).size).toBe(wanted)
  // Two mails are sent at a time.
  expect(received.length - wanted).toBeLessThanOrEqual(2 * kills)
  process.stdout.write(`${wanted} digests, ${kills} kills, ${received.length - wanted} doubled\n`)
})
