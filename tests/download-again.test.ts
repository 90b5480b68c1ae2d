import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importColumns } from '#server/adapters/dump-files/column-names.ts'
import { openDump } from '#server/adapters/dump-files/open-dump.ts'
import { type PostRow, readPost } from '#server/adapters/dump-files/read-post.ts'
import type { Post } from '#server/source-ports.ts'
import { makePost } from './harness/make-post.ts'
import { searchOnce } from './harness/search-calls.ts'
import { openTestApp, type TestApp } from './harness/test-app.ts'

let product: TestApp
beforeAll(async () => {
  product = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000000' })
})
afterAll(() => product.close())

async function readFile(content: string): Promise<PostRow[]> {
  const stdin = Readable.from([Buffer.from(content)])
  const rows: PostRow[] = []
  for await (const row of (await openDump({ path: '-', stdin, needed: importColumns })).rows()) {
    rows.push(readPost(row))
  }
  return rows
}

const postsOf = (rows: readonly PostRow[]) => rows.flatMap((row) => (row.kind === 'post' ? [row.post] : []))

async function archived(): Promise<object[]> {
  return (await product.database.pool.query('select * from archive_posts order by id')).rows
}

async function download(keyword: string): Promise<string> {
  const { sessionId } = await searchOnce(product.app, keyword)
  return (await product.app.inject({ url: `/api/download/${sessionId}` })).body
}

const table = [
  'id,title,selftext,created_utc,subreddit,score',
  'q1,-30% after the move,"- two rows are gone\n- I count llamas by hand",1709251200,farmtalk,-3',
  'q2,=A1 of all,=2+2 is what I type for llamas,1709251200,farmtalk,-3',
  'q3,+1 to that,+1 llamas here too,1709251200,farmtalk,-3',
  'q4,@all of you,@help me with llamas,1709251200,farmtalk,-3',
  "q5,'=quoted first,'=begins with an apostrophe llamas,1709251200,farmtalk,-3",
  "q6,''-two of them,a; '-b and \"'+c\" llamas,1709251200,farmtalk,-3",
  'q7,-7.50,-99.5 llamas,1709251200,farmtalk,-3',
  'q8,tab\tinside,"first\r\nsecond, ""quoted"" ; and | llamas",1709251200,farmtalk,-3',
].join('\r\n')

const others: Partial<Post>[] = [
  { source: 'feeds', sourceId: 'https://example.org/?p=7&x=1', community: 'Llama notes', comments: null },
  { source: 'hacker-news', sourceId: '4711', community: 'Ask HN', title: 'Ask HN: List<Llama> or <br>?' },
  { source: 'llamas.example', sourceId: '12', community: '', url: null, upvotes: null },
  {
    source: 'stackoverflow',
    sourceId: '99',
    attribution: {
      author: 'Ann, of Lima',
      authorUrl: 'https://example.org/ann',
      license: 'CC BY-SA 4.0',
      licenseUrl: 'https://example.org/by-sa',
    },
  },
]

test('importing a downloaded CSV does not change the archive', async () => {
  await product.storePosts(postsOf(await readFile(table)))
  await product.storePosts(
    others.map((own, at) =>
      makePost({ title: `-5 llamas &amp; more ${at}`, selftext: `= llamas ${at}`, ...own }),
    ),
  )
  const before = await archived()
  const posts = postsOf(await readFile(await download('llamas')))
  expect(posts).toHaveLength(before.length)
  await product.storePosts(posts)
  expect(await archived()).toEqual(before)
})

test('an import skips the sample posts of a download, and rejects saved posts, which have no text', async () => {
  const samples = (await download('llamas')).replaceAll('"feeds"', '"sample"')
  expect((await readFile(samples)).filter(({ kind }) => kind !== 'post')).toEqual([
    { line: expect.any(Number), kind: 'left-out', because: 'sample post' },
  ])
  const saved =
    '\uFEFF"title","community","opportunity_score","url","posted_at","source","id","keyword","saved_at"\r\n' +
    '"A yak","farm",70,"https://example.org/1","2026-01-02T00:00:00.000Z","reddit","y1","yak","2026-02-02T00:00:00.000Z"\r\n'
  expect(await readFile(saved)).toMatchObject([
    { kind: 'rejected', reason: expect.stringContaining('a saved post without its text') },
  ])
})

test('importing a downloaded CSV stores the same posts in another archive', async () => {
  const before = await archived()
  const posts = postsOf(await readFile(await download('llamas')))
  await product.database.pool.query('truncate archive_posts, archive_sources')
  await product.storePosts(posts)
  type Row = { source_id?: string }
  const facts = (rows: Row[]) =>
    rows
      .map((row): Row => ({ ...row, id: null, stored_at: null }) as Row)
      .sort((a, b) => (a.source_id ?? '').localeCompare(b.source_id ?? ''))
  expect(facts(await archived())).toEqual(facts(before))
})
