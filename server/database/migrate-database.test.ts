import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { openHolder, waitForLocks } from '#tests/harness/wait-for-locks.ts'
import { migrateDatabase } from './migrate-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a database that is up to date is left as it is', async () => {
  const migrations = 'select id, hash, created_at from drizzle.__drizzle_migrations'
  const before = await database.pool.query(migrations)
  await migrateDatabase(database.pool)
  expect((await database.pool.query(migrations)).rows).toEqual(before.rows)
})

test('no column of a post may leave its row, which is compressed instead', async () => {
  const { rows } = await database.pool.query(
    `select attname from pg_attribute
      where attrelid = 'archive_posts'::regclass and not attisdropped and attstorage in ('x', 'e')`,
  )
  expect(rows).toEqual([])
  const sentence = 'We copy every order by hand into a sheet each night and lose hours with it. '
  await database.pool.query(
    `insert into archive_posts (source, source_id, community, title, selftext, created_at, opportunity_score, scorer_version,
      signals, persona, summary, words)
    values ('reddit', 'long', 'c', 't', repeat($1, 40), now(), 70, 'x', '{}', 'baker', '{}', '')`,
    [sentence],
  )
  const { rows: sizes } = await database.pool.query(
    'select pg_column_size(selftext) as bytes, length(selftext) as characters from archive_posts',
  )
  const { rows: outside } = await database.pool.query(
    `select pg_relation_size(reltoastrelid) as bytes from pg_class where oid = 'archive_posts'::regclass`,
  )
  expect(sizes[0].bytes).toBeLessThan(sizes[0].characters / 4)
  expect(outside).toEqual([{ bytes: '0' }])
})

const migrations = join(import.meta.dirname, 'migrations')

/** Reverts a database to its first `count` migrations. */
async function makeVersion({ pool }: TestDatabase, count: number): Promise<void> {
  await pool.query(
    'drop schema public cascade; drop schema drizzle cascade; create schema public; create schema drizzle',
  )
  const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
    await readFile(join(migrations, 'meta/_journal.json'), 'utf8'),
  )
  const first = journal.entries.slice(0, count)
  for (const { tag } of first) {
    const statements = await readFile(join(migrations, `${tag}.sql`), 'utf8')
    await pool.query(statements.replaceAll('--> statement-breakpoint', ''))
  }
  await pool.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('first', $1)`, [
    first.at(-1)?.when,
  ])
}

test('a post that an archive of the first version holds is shown after the upgrade', async () => {
  const old = await openTestDatabase()
  await makeVersion(old, 1)
  const title = 'Is there "a tool" for caf\u00e9s?\n\u{1F600}'
  const selftext = 'x'.repeat(400)
  const { rows } = await old.pool.query<{ id: string }>(
    `insert into posts (source, source_id, community, title, selftext, created_at, opportunity_score,
      scorer_version, signals, persona, evidence, words)
    values ('reddit', 'a', 'c', $1, $2, now(), 70, 'old', '{pain}', 'baker', '[["pain","title",0,2,9.5]]', '')
    returning id`,
    [title, selftext],
  )
  await migrateDatabase(old.pool)
  const [post] = await makeArchiveSearchStore(old.db).listPosts([Number(rows[0]?.id)])
  const reason = { signal: 'pain', field: 'title', start: 0, end: 2, points: 9.5 }
  expect(post).toMatchObject({
    title,
    community: 'c',
    persona: 'baker',
    opportunityScore: 70,
    signals: ['pain'],
    excerpt: 'x'.repeat(360),
    excerptStart: 0,
    textCharacters: 400,
    reason,
  })
  const details = await makeArchiveSearchStore(old.db).listDetails([Number(rows[0]?.id)])
  expect(details.get(Number(rows[0]?.id))).toMatchObject({ base: undefined, evidence: [reason] })
  await old.close()
})

test('a migration in a deadlock with the version before tries again', async () => {
  const old = await openTestDatabase()
  await makeVersion(old, 19)
  const holder = await openHolder(old.pool)
  await holder.query('lock table posts in row exclusive mode')
  const migrated = migrateDatabase(old.pool)
  await waitForLocks(old.pool, 1)
  // The server rolls back the transaction that has waited longest: the migration, unless the machine stalls.
  await holder.query('lock table forgotten_posts in row exclusive mode').catch(() => {})
  await holder.commit()
  await migrated
  expect((await old.pool.query('select from archive_posts')).rowCount).toBe(0)
  await old.close()
})

test('a database of a newer version is refused in one sentence', async () => {
  await database.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('from the future', 99999999999999)`,
  )
  await expect(migrateDatabase(database.pool)).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    message:
      'The database was written by a newer version of Unmet than this one. ' +
      'Start that version or a newer one, or restore a backup made before the upgrade.',
  })
})
