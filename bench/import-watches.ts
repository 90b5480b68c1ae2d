import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { importColumns } from '#server/adapters/dump-files/column-names.ts'
import type { DumpRow } from '#server/adapters/dump-files/dump-row.ts'
import { openDump } from '#server/adapters/dump-files/open-dump.ts'
import { readPost } from '#server/adapters/dump-files/read-post.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts'
import { addressOf } from '#server/database/probe-database.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { readPostQuery } from '#server/features/archive/find/rank-stored.ts'
import { importPosts, makeTally } from '#server/features/archive/import/import-posts.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { saveFigures } from './save-figures.ts'

// Compares an import with 10,000 watches to one without watches. Posts are matched while they arrive: npm run
// bench:import-watches -- [FILE] [WATCHES] [POSTS]

const [given, count = '10000', posts = 'Infinity'] = process.argv.slice(2)
const file = given ?? resolve(import.meta.dirname, '../../shared/posts/posts.ndjson.zst')
const filters = { communities: null, since: null, minScore: null, minLength: null, nsfw: false }
const scorer = shippedScorer()
const watchesOfAccount = 20

async function* readPosts(rows: AsyncIterable<DumpRow>) {
  let left = Number(posts)
  for await (const row of rows) {
    if (left <= 0) return
    left -= 1
    yield readPost(row)
  }
}

type Timed = { rows: number; imported: number; matched: number; cpu: number }

/**
 * Seconds until all posts are stored, seconds until they are also matched, and seconds of CPU of all threads.
 */
async function importOnce(database: OpenDatabase): Promise<Timed> {
  const follower = new Worker(new URL('./follow-arrivals.ts', import.meta.url), {
    workerData: addressOf(database.pool),
  })
  const ended = new Promise((done, fail) => follower.once('exit', done).once('error', fail))
  const store = makeArchiveStore(database.db)
  const tally = makeTally()
  const dump = await openDump({ path: file, stdin: process.stdin, needed: importColumns })
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  const seconds = () => (performance.now() - startedAt) / 1000
  const signal = new AbortController().signal
  const end = await importPosts({ store, scorer, onReject: () => {} }, readPosts(dump.rows()), {
    filters,
    tally,
    signal,
  })
  if (end.how === 'failed') throw end.error
  await store.settle()
  const imported = seconds()
  follower.postMessage('end')
  await ended
  const { user, system } = process.cpuUsage(before)
  return { rows: tally.rows, imported, matched: seconds(), cpu: (user + system) / 1e6 }
}

/** Matchers of queries that a person might watch. Each query has two words from a title. */
async function listMatchers(database: OpenDatabase, most: number): Promise<string[]> {
  const store = makeArchiveSearchStore(database.db)
  const { rows } = await database.pool.query<{ title: string }>(
    `select title from archive_posts where not sample and language is null order by md5(id::text) limit $1`,
    [most],
  )
  const keywords = rows.flatMap(({ title }) => {
    const words = title.match(/[a-z]{4,24}/giu) ?? []
    return words.length < 2 ? [] : [words.slice(-2).join(' '), words.slice(0, 2).join(' OR ')]
  })
  const matchers = []
  for (const keyword of keywords.slice(0, most))
    matchers.push(JSON.stringify(await readPostQuery(store, parseKeyword(keyword))))
  return matchers
}

async function addWatches({ pool }: OpenDatabase, matchers: readonly string[]): Promise<void> {
  await pool.query(
    `with owners as (
      insert into users (email, subscription_tier)
      select n || '@example.test', 'pro' from generate_series(0, $2) as n returning id
    ), numbered as (select id, row_number() over () - 1 as place from owners)
    insert into watches (user_id, name, query, matcher, matcher_version)
    select id, 'made', 'made', matcher::json, 1 from unnest($1::text[]) with ordinality as given(matcher, at)
    join numbered on place = (at - 1) / ${watchesOfAccount}`,
    [matchers, Math.floor((matchers.length - 1) / watchesOfAccount)],
  )
}

async function run(matchers: readonly string[], look: (database: OpenDatabase) => Promise<void>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'unmet-bench-watches-'))
  const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
  try {
    if (matchers.length > 0) await addWatches(database, matchers)
    const timed = await importOnce(database)
    const { imported, matched, cpu } = timed
    process.stdout.write(
      `${matchers.length} watches: imported in ${imported.toFixed(1)} s, matched after ${matched.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU\n`,
    )
    await look(database)
    return timed
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function sayFound({ pool }: OpenDatabase): Promise<void> {
  const { rows } = await pool.query(
    `select (select count(*) from watch_posts) as news, (select sum(older_posts) from watches) as older`,
  )
  process.stdout.write(`${rows[0].news} are new, ${rows[0].older} were written long ago and only counted\n`)
}

async function bench(): Promise<void> {
  let matchers: string[] = []
  const without = await run([], async (database) => {
    matchers = await listMatchers(database, Number(count))
  })
  const beside = await run(matchers, sayFound)
  const ratio = (of: 'imported' | 'matched' | 'cpu') => Number((beside[of] / without[of]).toFixed(2))
  saveFigures('import-watches', {
    title: 'Import beside watches',
    command: 'npm run bench:import-watches',
    over: `${beside.rows.toLocaleString('en')} posts, with ${matchers.length.toLocaleString('en')} watches and with none, each matched while it is imported`,
    columns: ['', 'times as long'],
    rows: [
      ['until all are matched', ratio('matched')],
      ['CPU', ratio('cpu')],
    ],
    bars: [{ what: 'an import with watches', measured: ratio('imported'), most: 1.3, unit: ' times' }],
  })
  process.stdout.write(
    `with watches ${ratio('imported')} times as long, ${ratio('matched')} until matched, ${ratio('cpu')} of CPU\n`,
  )
}

if (existsSync(file)) await bench()
else process.stdout.write(`Skipped: there is no ${file}. Name a dump.\n`)
