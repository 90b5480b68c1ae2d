import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { importColumns } from './column-names.ts'
import type { DumpRow } from './dump-row.ts'
import { openDump } from './open-dump.ts'

type Outcome = { rows: DumpRow[]; failure: string | null }

/** Reads from standard input in chunks of this many bytes. */
async function readText(text: string | Buffer, pieceBytes = 64 * 1024): Promise<Outcome> {
  const whole = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(whole.length / pieceBytes) }, (_, index) =>
    whole.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
  const dump = await openDump({ path: '-', stdin: Readable.from(pieces), needed: importColumns })
  const rows: DumpRow[] = []
  try {
    for await (const row of dump.rows()) rows.push(row)
    return { rows, failure: null }
  } catch (error) {
    return { rows, failure: error instanceof Error ? error.message : String(error) }
  }
}

const posts = [
  { id: 'a', title: 'A "quoted" [title] {of} \\ signs' },
  { id: 'b', title: 'B ☕', tags: [[1], { c: ']' }] },
]
const things = posts.map((data) => ({ kind: 't3', data }))
const listing = {
  kind: 'Listing',
  data: { after: 't3_b', children: [...things, { kind: 'more', data: {} }] },
}
const comments = { kind: 'Listing', data: { children: [{ kind: 't1', data: { id: 'c', body: 'x' } }] } }

const shapes: [string, string][] = [
  ['an array on one line', JSON.stringify(posts)],
  ['an array over many lines', JSON.stringify(posts, null, 2)],
  ['an array with an object a line', `[\n${posts.map((post) => JSON.stringify(post)).join(',\n')}\n]\n`],
  ['a saved listing on one line', JSON.stringify(listing)],
  ['a saved listing, pretty-printed', JSON.stringify(listing, null, 4)],
  [
    'a saved listing with CRLF and a mark',
    `\ufeff${JSON.stringify(listing, null, 2).replaceAll('\n', '\r\n')}`,
  ],
  ['objects over many lines', posts.map((post) => JSON.stringify(post, null, 2)).join('\n')],
  ['things of Reddit, one a line', things.map((thing) => JSON.stringify(thing)).join('\n')],
  ['an answer of Algolia', JSON.stringify({ exhaustive: {}, hits: posts, nbHits: 2 })],
  ['an answer of Algolia, pretty-printed', JSON.stringify({ hits: posts, nbHits: 2 }, null, 2)],
  ['an answer of Pushshift', JSON.stringify({ data: posts, error: null })],
  ['a listing without its kind', JSON.stringify({ data: { children: things } })],
  ['posts under their name', JSON.stringify({ posts })],
  [
    'rows of a viewer',
    JSON.stringify({ features: [], rows: posts.map((row, row_idx) => ({ row_idx, row })) }),
  ],
  [
    'hits of Elasticsearch',
    JSON.stringify({ took: 1, hits: { hits: posts.map((_source) => ({ _index: 'a', _source })) } }),
  ],
  ['a hit a line', posts.map((_source) => JSON.stringify({ _index: 'a', _source })).join('\n')],
  [
    'values with their types',
    posts.map((post) => JSON.stringify({ ...post, id: { $oid: post.id } })).join('\n'),
  ],
]

test.each([
  { id: { 0: 'a', 1: 'b' }, title: { 0: 'A', 1: 'B' } },
  {
    columns: ['id', 'title'],
    data: [
      ['a', 'A'],
      ['b', 'B'],
    ],
  },
])('a table in JSON is read row by row: %j', async (table) => {
  const { rows } = await readText(JSON.stringify(table))
  expect(rows).toEqual([
    { line: 1, value: { id: 'a', title: 'A' } },
    { line: 1, value: { id: 'b', title: 'B' } },
  ])
})

test.each(shapes)('%s is read, however it is cut into pieces', async (_name, text) => {
  for (const pieceBytes of [1, 7, 64 * 1024]) {
    const { rows, failure } = await readText(text, pieceBytes)
    expect([rows.map((row) => ('value' in row ? row.value : row)), failure]).toEqual([posts, null])
  }
})

test('a page of a discussion is its post and its comments', async () => {
  const { rows } = await readText(JSON.stringify([listing, comments], null, 2))
  expect(rows.map((row) => ('value' in row ? row.value : row))).toEqual([...posts, { id: 'c', body: 'x' }])
})

test('lists packed in listings are read one after the other, one a line', async () => {
  const { rows } = await readText(`${JSON.stringify(listing)}\n${JSON.stringify(listing)}\n`)
  expect(rows.map(({ line }) => line)).toEqual([1, 1, 2, 2])
})

test('a row is named by the line it begins on', async () => {
  const { rows } = await readText('[\n  {"id": "a"},\n\n  {\n"id": "b"\n}\n]')
  expect(rows.map(({ line }) => line)).toEqual([2, 4])
})

describe('what is wrong', () => {
  test('an element that is no JSON is reported, and the others are read', async () => {
    const { rows, failure } = await readText('[{"id": "a"}, {"id": nonsense}, {"id": "b"}]')
    expect([rows, failure]).toEqual([
      [
        { line: 1, value: { id: 'a' } },
        { line: 1, problem: 'what begins here is not JSON' },
        { line: 1, value: { id: 'b' } },
      ],
      null,
    ])
  })

  test('a file that is cut off keeps what was whole and says where the rest began', async () => {
    const { rows, failure } = await readText('[\n{"id": "a"},\n{"id": "b", "title": "cut')
    expect(rows).toEqual([
      { line: 2, value: { id: 'a' } },
      { line: 3, problem: 'the JSON that begins here is cut off' },
    ])
    expect(failure).toBe('standard input is cut off: what begins at line 3 has no end.')
  })

  test('bytes that are not UTF-8 are reported', async () => {
    const bytes = Buffer.concat([Buffer.from('[{"id":"caf'), Buffer.from([0xe9]), Buffer.from('"}]')])
    expect((await readText(bytes)).rows).toEqual([
      { line: 1, problem: expect.stringContaining('--encoding') },
    ])
  })

  test('more than the bound in one object is skipped', async () => {
    const long = `[{"id":"a","title":"${'x'.repeat(65 * 1024 * 1024)}"},{"id":"b"}]`
    expect((await readText(long, 1024 * 1024)).rows).toEqual([
      { line: 1, problem: 'what begins here is longer than 64 MB' },
      { line: 1, value: { id: 'b' } },
    ])
  })
})
