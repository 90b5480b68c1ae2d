import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importColumns } from './column-names.ts'
import { openDump } from './open-dump.ts'
import { previewDump } from './preview-dump.ts'
import { readDumpPosts } from './read-dump-posts.ts'

const now = new Date('2026-11-28T12:00:00Z')
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unmet-dates-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function open(content: string, piped: boolean) {
  const path = join(folder, 'posts.csv')
  await writeFile(path, content)
  const stdin = Readable.from([Buffer.from(content)])
  return openDump({ path: piped ? '-' : path, stdin, needed: importColumns })
}

/** The dates or outcomes of a file's rows, with the notes. */
async function read(content: string, piped = false) {
  const { rows, notes } = readDumpPosts(await open(content, piped), { now })
  const days: string[] = []
  for await (const row of rows)
    days.push(row.kind === 'post' ? row.post.createdAt.toISOString().slice(0, 10) : row.kind)
  return { days, notes: notes() }
}

const table = (dates: readonly string[]) =>
  `id,title,subreddit,created_at\n${dates.map((date, at) => `p${at},A tool?,a,"${date}"`).join('\n')}\n`

test.each([
  ['a file', false],
  ['a pipe', true],
])(
  'the order of dates in %s is decided from all of its rows, also from the last one',
  async (_name, piped) => {
    const many = Array.from({ length: 3000 }, () => '01/02/2016 3:48')
    const first = await read(table([...many, '24/06/2016 3:48']), piped)
    expect([first.days[0], first.days[2999], first.days[3000]]).toEqual([
      '2016-02-01',
      '2016-02-01',
      '2016-06-24',
    ])
    expect(first.notes).toEqual(['Dates such as 24/06/2016 3:48 are read day first.'])
    const second = await read(table([...many, '6/24/2016 3:48']), piped)
    expect([second.days[0], second.days[3000]]).toEqual(['2016-01-02', '2016-06-24'])
  },
)

test('a date that cannot be read rejects its row and no other', async () => {
  expect((await read(table(['13.04.2024', 'soon', '12.04.2024', '']))).days).toEqual([
    '2024-04-13',
    'rejected',
    '2024-04-12',
    'rejected',
  ])
})

test('days that a spreadsheet counts are dates where all of the column are', async () => {
  expect((await read(table(['45395', '45396.5']))).days).toEqual(['2024-04-13', '2024-04-14'])
  expect((await read(table(['45395', '2024-04-13']))).days).toEqual(['rejected', '2024-04-13'])
})

test('a pipe whose later dates contradict its first 5,000 rows is told to be so', async () => {
  const firsts = Array.from({ length: 5000 }, () => '01/02/2016')
  await expect(read(table([...firsts, '24/06/2016']), true)).rejects.toThrow(
    /another order after its first 5000/u,
  )
})

test('a file that breaks off keeps its rows, whatever their dates need', async () => {
  const { rows } = readDumpPosts(await open(`${table(['01/02/2016', '24/06/2016'])}p9,A`, false), { now })
  const days: string[] = []
  const reading = async () => {
    for await (const row of rows) if (row.kind === 'post') days.push(row.post.createdAt.toISOString())
  }
  await expect(reading()).rejects.toThrow(/cut off/u)
  expect(days).toEqual(['2016-02-01T00:00:00.000Z', '2016-06-24T00:00:00.000Z'])
})

test('jobs of Hacker News are left out', async () => {
  const jobs = [
    {
      objectID: '1',
      title: 'Acme (YC S21) is hiring',
      _tags: ['job', 'author_a'],
      created_at_i: 1_600_000_000,
    },
    { id: 2, title: 'Acme is hiring', type: 'job', time: 1_600_000_000 },
    { id: 3, title: 'Ask HN: A tool?', type: 'story', time: 1_600_000_000 },
  ]
  const dump = await open(jobs.map((job) => JSON.stringify(job)).join('\n'), false)
  const kinds: string[] = []
  for await (const row of readDumpPosts(dump, { now }).rows)
    kinds.push(row.kind === 'left-out' ? row.because : row.kind)
  expect(kinds).toEqual(['job', 'job', 'post'])
})

test('texts in columns of other names are named, with how many posts came without theirs', async () => {
  const sentence = 'We copy every invoice by hand and lose half a day'
  const post = { title: 'A tool?', subreddit: 'a', created_utc: 1_600_000_000 }
  const rows = [
    { ...post, id: 'a1', body_html: sentence, link_flair_text: sentence },
    { ...post, id: 'a2', body_html: sentence, cooked: sentence },
    { ...post, id: 'a3', selftext: 'By hand.', body_html: sentence },
    { ...post, id: 'a4', domain: 'example.com' },
  ]
  const content = rows.map((row) => JSON.stringify(row)).join('\n')
  const note = '2 of 4 posts had no text; the columns body_html, cooked were not read.'
  expect((await read(content)).notes).toEqual([note])
  expect(await previewDump(await open(content, false))).toContain(`  ${note}`)
})

test.each([
  ['story_body_md', 'We copy it daily'],
  ['issue_description', 'We copy every invoice by hand and lose half a day'],
  ['post_title_long', 'Which tool for it'],
  ['social_media_words', 'We copy it daily'],
  ['honbun', '毎月手で写しています'],
])('a column %s that is not read and holds words is named, however few', async (column, cell) => {
  const row = { id: 'a1', title: 'A tool?', subreddit: 'a', created_utc: 1_600_000_000, [column]: cell }
  expect((await read(JSON.stringify(row))).notes).toEqual([
    `1 of 1 post had no text; the column ${column} was not read.`,
  ])
})

test('a preview leaves out what an import with the same filters does', async () => {
  const row = { id: 'a1', title: 'A tool?', subreddit: 'a', created_utc: 1_600_000_000, over_18: true }
  const dump = await open(JSON.stringify(row), false)
  const lines = await previewDump(dump, { findReason: (_, nsfw) => (nsfw ? 'nsfw' : null) })
  expect(lines).toContain('    line 1: left out: nsfw')
})

test('a preview says which posts are in another language', async () => {
  const row = { id: 'a1', title: 'Rechnungen?', subreddit: 'a', created_utc: 1_600_000_000 }
  const lines = await previewDump(await open(JSON.stringify(row), false), { findLanguage: () => 'de' })
  expect(lines.join('\n')).toContain('not in English (neither scored nor found)')
})

test('numbers that cannot be read are unknown, counted and named by their column', async () => {
  const rows = ['1.2k,12', 'many,', 'nan,-', '1.204,a lot', 'hidden,3']
  const cells = rows.map((row, at) => `a${at},A tool?,a,2021-02-03,${row}`)
  const content = `id,title,subreddit,created,score,comment_count\n${cells.join('\n')}\n`
  const { rows: read, notes } = readDumpPosts(await open(content, false), { now })
  const posts = []
  for await (const row of read) posts.push(row.kind === 'post' ? [row.post.upvotes, row.post.comments] : row)
  expect(posts).toEqual([
    [1200, 12],
    [null, null],
    [null, null],
    [1204, null],
    [null, 3],
  ])
  expect(notes()).toEqual([
    '2 numbers in score cannot be read (at line 3, 6): they are unknown.',
    '1 number in comment_count cannot be read (at line 5): it is unknown.',
  ])
})

test('of two columns for the text the one that holds it is read', async () => {
  const row = {
    id: 'a1',
    title: 'A tool?',
    subreddit: 'a',
    created_utc: 1_600_000_000,
    selftext: '',
    body: 'By hand.',
  }
  const { rows } = readDumpPosts(await open(JSON.stringify(row), false), { now })
  for await (const one of rows) expect(one).toMatchObject({ post: { selftext: 'By hand.' } })
})

test('texts with commas and without quotes are joined again and counted, and what is unclear is rejected', async () => {
  const rows = [
    'a1,shop,Slow,It stops, and it never says why,1741597961,3',
    'a2,shop,Lost,All of it is gone,1741597962,4',
    'a3,shop,Dear,We pay 1,000 a month,1741597963,5',
    'a4,shop,Late,I wait, and wait, and wait,1741597964,6',
  ]
  const { rows: read, notes } = readDumpPosts(
    await open(`id,subreddit,title,selftext,created_utc,score\n${rows.join('\n')}\n`, false),
    { now },
  )
  const texts: string[] = []
  for await (const row of read) texts.push(row.kind === 'post' ? row.post.selftext : row.kind)
  expect(texts).toEqual([
    'It stops, and it never says why',
    'All of it is gone',
    'rejected',
    'I wait, and wait, and wait',
  ])
  expect(notes()).toEqual([
    '2 rows had a text with separators and without quotes (at line 2, 5): the pieces were joined again.',
  ])
})
