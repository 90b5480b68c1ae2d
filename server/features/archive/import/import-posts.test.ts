import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#server/database/drizzle.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { storeFoundPosts } from '#server/features/archive/store/store-source-posts.ts'
import type { Post } from '#server/source-ports.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { scorePost } from '#tests/harness/scorer.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import type { ImportFilters } from './import-filter-rules.ts'
import { type ImportEnd, type IncomingRow, importPosts, makeTally } from './import-posts.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.db.execute(sql`truncate archive_posts, archive_sources`))

const all: ImportFilters = { communities: null, since: null, minScore: null, minLength: null, nsfw: false }

async function* asRows(posts: Iterable<Post | IncomingRow>): AsyncGenerator<IncomingRow> {
  let line = 0
  for (const entry of posts) {
    line += 1
    yield 'kind' in entry ? { ...entry, line } : { line, kind: 'post', nsfw: false, post: entry }
  }
}

type Options = { filters?: ImportFilters; signal?: AbortSignal; scorerVersion?: string }

async function runImport(
  rows: Iterable<Post | IncomingRow> | AsyncIterable<IncomingRow>,
  options: Options = {},
) {
  const { filters = all, signal = new AbortController().signal, scorerVersion = 'test-1' } = options
  const tally = makeTally()
  const rejects: string[] = []
  let scored = 0
  const deps = {
    store: makeArchiveStore(database.db),
    scorer: {
      scorePost: (post: Parameters<typeof scorePost>[0]) => {
        scored += 1
        return scorePost(post)
      },
      version: scorerVersion,
    },
    onReject: (line: number, reason: string) => rejects.push(`${line}: ${reason}`),
  }
  const incoming = Symbol.asyncIterator in rows ? rows : asRows(rows)
  const end: ImportEnd = await importPosts(deps, incoming, { filters, tally, signal })
  return { end, tally, rejects, scored }
}

const manyPosts = (count: number, own: Partial<Post> = {}) =>
  Array.from({ length: count }, (_, index) => makePost({ sourceId: `p${index}`, ...own }))

async function listPosts() {
  const { rows } = await database.pool.query('select * from archive_posts order by source_id')
  return rows
}

/** The rows of archive_sources, and the same counts computed from the posts. */
async function sourcesAndCount() {
  const stored = await database.pool.query(
    'select source, sample, posts, oldest_post_at, newest_post_at from archive_sources where posts > 0 order by 1, 2',
  )
  const counted = await database.pool.query(
    `select source, sample, count(*)::integer as posts, min(created_at) as oldest_post_at,
       max(created_at) as newest_post_at from archive_posts group by 1, 2 order by 1, 2`,
  )
  return { stored: stored.rows, counted: counted.rows }
}

describe('what is stored', () => {
  test('a post is stored with its score, its evidence and the stems of its words', async () => {
    const post = makePost({
      sourceId: 'a',
      title: 'Is there a tool for invoices?',
      selftext: 'My clients pay late.',
    })
    const { end, tally } = await runImport([post])
    expect([end, tally.inserted]).toEqual([{ how: 'complete' }, 1])
    const [row] = await listPosts()
    const score = scorePost(post)
    expect(row).toMatchObject({
      source: 'reddit',
      community: 'smallbusiness',
      opportunity_score: score.opportunityScore,
      scorer_version: 'test-1',
      signals: score.signals,
      created_at: post.createdAt,
      sample: false,
    })
    expect(row.words).toContain(`'invoic':6A`)
    expect(row.words).toContain(`'client':8`)
    const [archived] = await makeArchiveSearchStore(database.db).listPosts([Number(row.id)])
    const { selftext, ...shown } = post
    expect(archived).toMatchObject({
      ...shown,
      opportunityScore: score.opportunityScore,
      signals: score.signals,
      persona: score.persona,
      excerpt: selftext,
      excerptStart: 0,
      textCharacters: selftext.length,
      reason: { points: Math.max(...score.evidence.map(({ points }) => points)) },
    })
    const details = await makeArchiveSearchStore(database.db).listDetails([Number(row.id)])
    expect(details.get(Number(row.id))).toEqual({ selftext, base: score.base, evidence: score.evidence })
  })

  test('text of every kind comes back as it went in', async () => {
    const title = `quote " backslash \\ brace {a,b} tab \t 'single' 😀 \ufffd`
    await runImport([
      makePost({ sourceId: 'a', title, selftext: `${title}\r\n\u0001\u2028`, upvotes: null, url: null }),
    ])
    expect((await listPosts())[0]).toMatchObject({
      title,
      selftext: `${title}\r\n\u0001\u2028`,
      upvotes: null,
      url: null,
    })
  })

  test('the longest text that is stored is stored whole, a longer one is rejected with its length, and a longer title cut', async () => {
    const selftext = Array.from({ length: 20_000 }, (_, index) => `w${index}é`)
      .join(' ')
      .slice(0, 100_000)
    const title = 'x'.repeat(300)
    const { tally, rejects } = await runImport([
      makePost({ sourceId: 'a', title, selftext }),
      makePost({ selftext: `${selftext}!` }),
      makePost({ sourceId: 'c', title: `${title.slice(1)}😀!` }),
      makePost({ selftext: 'x'.repeat(4_700_000) }),
      makePost({ sourceId: 'b' }),
    ])
    expect(tally).toMatchObject({ rows: 5, inserted: 3, rejected: 2 })
    expect((await listPosts()).map((row) => [row.source_id, row.title.length, row.selftext.length])).toEqual([
      ['a', 300, 100_000],
      ['b', expect.any(Number), 0],
      ['c', 299, expect.any(Number)],
    ])
    expect(tally.cuts.notes()).toEqual(['1 title was longer than 300 characters and cut (at line 3).'])
    expect(rejects).toEqual([
      '2: the text has 100,001 characters; at most 100,000 are kept',
      '4: the text has 4,700,000 characters; at most 100,000 are kept',
    ])
  })

  test('a long post that a filter leaves out is left out, not rejected', async () => {
    const { tally } = await runImport(
      [{ line: 0, kind: 'post', nsfw: true, post: makePost({ selftext: 'x'.repeat(200_000) }) }],
      {},
    )
    expect(tally).toMatchObject({ rejected: 0, leftOut: new Map([['nsfw', 1]]) })
  })
})

describe('a second run', () => {
  test('keeps no row twice, scores nothing again and says that all is unchanged', async () => {
    const posts = manyPosts(2500)
    await runImport(posts)
    const again = await runImport(posts)
    expect(again.tally).toMatchObject({ rows: 2500, inserted: 0, updated: 0, unchanged: 2500 })
    expect(again.scored).toBe(0)
    expect(await listPosts()).toHaveLength(2500)
  })

  test('updates changed numbers without scoring, and changed text with scoring', async () => {
    const [first, second, third] = manyPosts(3)
    if (!first || !second || !third) throw new Error('three posts were made')
    await runImport([first, second, third], { scorerVersion: 'old' })
    const again = await runImport(
      [
        { ...first, upvotes: 99 },
        { ...second, selftext: 'I am looking for a tool' },
        { ...third, upvotes: null },
      ],
      { scorerVersion: 'new' },
    )
    expect(again.tally).toMatchObject({ inserted: 0, updated: 2, unchanged: 1 })
    expect(again.scored).toBe(1)
    const rows = await listPosts()
    expect(rows.map((row) => [row.upvotes, row.scorer_version])).toEqual([
      [99, 'old'],
      [10, 'new'],
      [10, 'old'],
    ])
    expect(rows[1].words).toContain(`'tool'`)
  })

  test('one post that stands twice in a file is stored once, as it stands last', async () => {
    const post = makePost({ sourceId: 'twice' })
    const { tally } = await runImport([
      post,
      makePost(),
      { ...post, upvotes: 77 },
      post,
      { ...post, title: 'Last' },
    ])
    expect(tally).toMatchObject({ rows: 5, inserted: 2, rejected: 0 })
    expect(tally.inserted + tally.updated + tally.unchanged).toBe(5)
    const row = (await listPosts()).find((one) => one.source_id === 'twice')
    expect(row.title).toBe('Last')
  })

  test('a post that the new file says is deleted goes from the archive', async () => {
    const posts = manyPosts(5).map((post, index) => ({ ...post, createdAt: new Date(Date.UTC(2020, index)) }))
    await runImport(posts)
    const { tally } = await runImport([
      { line: 0, kind: 'deleted', source: 'reddit', sourceId: 'p0' },
      { line: 0, kind: 'deleted', source: 'reddit', sourceId: 'never-had-it' },
    ])
    expect(tally).toMatchObject({ removed: 1, leftOut: new Map([['deleted or removed', 2]]) })
    expect((await listPosts()).map((row) => row.source_id)).toEqual(['p1', 'p2', 'p3', 'p4'])
    const { stored, counted } = await sourcesAndCount()
    expect(stored).toEqual(counted)
    expect(stored[0].oldest_post_at).toEqual(new Date(Date.UTC(2020, 1)))
  })
})

describe('rows that are not taken', () => {
  test('every row is counted once, by what became of it', async () => {
    const { tally, rejects } = await runImport([
      makePost(),
      { line: 0, kind: 'rejected', reason: 'the line is not JSON' },
      { line: 0, kind: 'left-out', because: 'advertisement' },
      { line: 0, kind: 'post', nsfw: true, post: makePost() },
      { line: 0, kind: 'deleted', source: 'reddit', sourceId: 'gone' },
    ])
    expect(tally).toMatchObject({ rows: 5, inserted: 1, rejected: 1 })
    expect(tally.leftOut).toEqual(
      new Map([
        ['advertisement', 1],
        ['nsfw', 1],
        ['deleted or removed', 1],
      ]),
    )
    expect(rejects).toEqual(['2: the line is not JSON'])
  })

  test('posts in other languages are counted, also when they are in already', async () => {
    const german = makePost({
      title: 'Rechnungen',
      selftext: 'Ich suche ein Programm, das meine Rechnungen verschickt.',
    })
    for (const inserted of [2, 0]) {
      const { tally } = await runImport([german, makePost({ sourceId: 'en' })])
      expect(tally).toMatchObject({ inserted, otherLanguages: 1 })
    }
  })

  test('a filter leaves out what it should and nothing else', async () => {
    const posts = [
      makePost({ sourceId: 'good', community: 'SaaS', upvotes: 5, selftext: 'long enough' }),
      makePost({ community: 'aww', selftext: 'long enough' }),
      makePost({ community: 'saas', selftext: 'long enough', createdAt: new Date('2019-12-31T23:59:59Z') }),
      makePost({ community: 'saas', selftext: 'long enough', upvotes: 4 }),
      makePost({ community: 'saas', selftext: 'long enough', upvotes: null }),
      makePost({ community: 'saas', selftext: 'short   ' }),
    ]
    const since = new Date('2020-01-01T00:00:00Z')
    const filters = { communities: new Set(['saas']), since, minScore: 5, minLength: 8, nsfw: false }
    const { tally } = await runImport(posts, { filters })
    expect((await listPosts()).map((row) => row.source_id)).toEqual(['good'])
    expect(Object.fromEntries(tally.leftOut)).toEqual({
      'other community': 1,
      'before --since': 1,
      'below --min-score': 2,
      'below --min-length': 1,
    })
  })

  test('a row that the database does not take is rejected with its line, and its batch is stored', async () => {
    const posts = manyPosts(900)
    const bad = makePost({ sourceId: 'bad', title: 'a\0b' })
    const { end, tally, rejects } = await runImport([...posts.slice(0, 300), bad, ...posts.slice(300)])
    expect(end).toEqual({ how: 'complete' })
    expect(tally).toMatchObject({ rows: 901, inserted: 900, rejected: 1 })
    expect(rejects).toEqual([expect.stringMatching(/^301: the database rejected the row: /u)])
  })
})

describe('an end before the end', () => {
  test('a stop keeps what was begun, says the line, and the next run goes on without double rows', async () => {
    const posts = manyPosts(5000)
    const stop = new AbortController()
    const rows = (async function* () {
      for await (const row of asRows(posts)) {
        if (row.line === 3210) stop.abort()
        yield row
      }
    })()
    const { end } = await runImport(rows, { signal: stop.signal })
    expect(end).toEqual({ how: 'stopped', line: 3209 })
    expect(await listPosts()).toHaveLength(3209)
    const again = await runImport(posts)
    expect(again.tally).toMatchObject({ unchanged: 3209, inserted: 5000 - 3209 })
  })

  test('a file that ends in an error keeps the rows before it', async () => {
    const rows = (async function* () {
      yield* asRows(manyPosts(1234))
      throw new Error('cut.zst is cut off')
    })()
    const { end } = await runImport(rows)
    expect(end).toEqual({ how: 'failed', line: 1234, error: new Error('cut.zst is cut off') })
    expect(await listPosts()).toHaveLength(1234)
  })

  test('a disk that fills keeps what was committed and says up to which line', async () => {
    await database.pool.query(`
      create function fill_disk() returns trigger language plpgsql as $$ begin
        if new.source_id = 'p4321' then raise exception 'could not extend file' using errcode = '53100'; end if;
        return new;
      end $$;
      create trigger fill_disk before insert on archive_posts for each row execute function fill_disk()`)
    try {
      const { end } = await runImport(manyPosts(6000))
      expect(end).toMatchObject({ how: 'failed', error: { code: 'disk_full' } })
      if (end.how !== 'failed') throw new Error('checked above')
      expect(String(end.error)).toContain('the disk is full (could not extend file)')
      const ids = new Set((await listPosts()).map((row) => row.source_id))
      expect(end.line).toBeGreaterThan(0)
      expect(end.line).toBeLessThan(4322)
      for (let index = 0; index < end.line; index += 1) expect(ids.has(`p${index}`)).toBe(true)
      const { stored, counted } = await sourcesAndCount()
      expect(stored).toEqual(counted)
    } finally {
      await database.pool.query('drop trigger fill_disk on archive_posts; drop function fill_disk')
    }
  })
})

test('what many changes leave is cleared up', async () => {
  await makeArchiveStore(database.db).settle()
  const { rows } = await database.pool.query(
    "select last_vacuum is null or last_analyze is null as left from pg_stat_user_tables where relname = 'archive_posts'",
  )
  expect(rows).toEqual([{ left: false }])
})

describe('archive_sources', () => {
  test('equals a count of the posts after imports that ran at the same time', async () => {
    const dated = (from: number, count: number, upvotes: number) =>
      manyPosts(count, { upvotes }).map((post, index) => ({
        ...post,
        sourceId: `p${from + index}`,
        createdAt: new Date(Date.UTC(2020, 0, 1, 0, 0, from + index)),
      }))
    const deleted: IncomingRow[] = Array.from({ length: 50 }, (_, index) => ({
      line: 0,
      kind: 'deleted',
      source: 'reddit',
      sourceId: `p${index * 50}`,
    }))
    await runImport(dated(0, 1500, 1))
    const runs = await Promise.all([
      runImport(dated(500, 2500, 2)),
      runImport(dated(2900, 1099, 3)),
      runImport(dated(0, 3000, 4).reverse()),
      runImport(deleted),
    ])
    expect(runs.map(({ end }) => end.how)).toEqual(['complete', 'complete', 'complete', 'complete'])
    const { stored, counted } = await sourcesAndCount()
    expect(stored).toEqual(counted)
    expect(counted[0].posts).toBeGreaterThan(3900)
  })

  test('says that something changed when only numbers did', async () => {
    const post = makePost({ sourceId: 'a' })
    await runImport([post])
    const changedAt = async () =>
      (await database.pool.query('select changed_at::text as at from archive_sources')).rows[0].at
    const before = await changedAt()
    await runImport([post])
    expect(await changedAt()).toBe(before)
    await runImport([{ ...post, upvotes: 11 }])
    expect((await changedAt()) > before).toBe(true)
  })
})

test('posts that a live source found come back as the archive holds them, without too long ones', async () => {
  const old = makePost({ sourceId: 'old', source: 'hacker-news' })
  const fresh = makePost({ sourceId: 'fresh', source: 'hacker-news', title: 'Is there a tool for this?' })
  await runImport([old])
  const stored = await storeFoundPosts(
    {
      store: makeArchiveStore(database.db),
      scorer: { scorePost, version: 'test-1' },
      onSetAside: () => {},
      listPosts: (ids) => makeArchiveSearchStore(database.db).listPosts(ids),
    },
    [old, fresh, fresh, makePost({ source: 'hacker-news', selftext: 'x'.repeat(100_001) })],
  )
  expect(stored.map((post) => post.sourceId).sort()).toEqual(['fresh', 'old'])
  expect(await listPosts()).toHaveLength(2)
  expect(stored.find((post) => post.sourceId === 'fresh')).toMatchObject({
    url: fresh.url,
    opportunityScore: scorePost(fresh).opportunityScore,
    title: fresh.title,
    reason: { field: 'title' },
  })
})
