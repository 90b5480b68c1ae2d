import { expect, test } from 'vitest'
import { lookAtOwnFile } from './look-at-own-file.ts'
import { readOwnLines } from './read-own-lines.ts'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

async function readRows(text: string) {
  const rows = []
  for await (const row of readOwnLines(once(text), { format: 'json', hasHeader: true }))
    rows.push(row.problem ?? Object.fromEntries(row.cells))
  return rows
}
const read = (value: unknown) => readRows(JSON.stringify(value))

const [first, second] = ['I retype the same invoices', 'The app logs me out twice a day']
const both = [
  { id: '7', text: first },
  { id: '8', text: second },
]

const tables: [string, object][] = [
  ['columns by the number of the row', { id: { 0: 7, 1: 8 }, text: { 0: first, 1: second } }],
  [
    'lists beside names',
    {
      columns: ['id', 'text'],
      index: [0, 1],
      data: [
        [7, first],
        [8, second],
      ],
    },
  ],
  [
    'lists beside named columns',
    {
      data: {
        cols: [{ name: 'id' }, { name: 'text' }],
        rows: [
          [7, first],
          [8, second],
        ],
      },
    },
  ],
  [
    'lists below names',
    {
      range: 'A1:B3',
      values: [
        ['id', 'text'],
        ['7', first],
        ['8', second],
      ],
    },
  ],
  [
    'objects by random ids',
    {
      notes: { mK3nPq81xYzAbCdEfGh2: { id: 7, text: first }, Z0k3nPq81xYzAbCdEfGh: { id: 8, text: second } },
    },
  ],
]

test.each(tables)('a table in JSON is read row by row: %s', async (_name, value) => {
  expect(await read(value)).toEqual(both)
})

test.each([
  { id: 7, address1: { city: 'Lima', zip: '1' }, address2: { city: 'Rome', zip: '2' } },
  {
    id: 7,
    text: first,
    points: [
      [1, 2],
      [3, 4],
    ],
    columns: ['x'],
  },
  { customfield_10001: { value: first, self: 'a' }, customfield_10002: { value: second, self: 'b' } },
  { home: { text: first, note: 'a' }, away: { text: second, note: 'b' } },
])('an object with nested fields stays one row: %j', async (value) => {
  expect(await read(value)).toHaveLength(1)
})

test('values with their types are read as the values', async () => {
  const [row] = await read({
    _id: { $oid: '65f2c0e1a4b1c2d3e4f5a6b0' },
    at: { $date: { $numberLong: '1741944413000' } },
    stars: { $numberInt: '2' },
    comment: { S: first },
    size: { S: { width: 5 } },
  })
  expect(row).toEqual({
    _id: '65f2c0e1a4b1c2d3e4f5a6b0',
    at: '1741944413000',
    stars: '2',
    comment: first,
    'size.S.width': '5',
  })
})

test('JSON that a script assigns to a variable is read as JSON', async () => {
  const text = `window.YTD.tweets.part0 = ${JSON.stringify([{ tweet: { full_text: first } }])}`
  expect(lookAtOwnFile(text).format).toBe('json')
  expect(await readRows(text)).toEqual([{ 'tweet.full_text': first }])
  expect(lookAtOwnFile('price = [see list]\nowner = {unknown}\n').format).toBe('lines')
})

test('bytes that Facebook writes as characters are decoded, and other texts are left alone', async () => {
  const bytes = (text: string) => Buffer.from(text).toString('latin1')
  const message = (content: string) => ({ sender_name: 'Ann', timestamp_ms: 1, content })
  const [garbled, plain, mixed] = await read({
    messages: [message(bytes('It’s our café 😩')), message('Ein müder Gruß'), message('MÃ¼ller – why?')],
  })
  expect(garbled).toMatchObject({ content: 'It’s our café 😩' })
  expect(plain).toMatchObject({ content: 'Ein müder Gruß' })
  expect(mixed).toMatchObject({ content: 'MÃ¼ller – why?' })
  expect(await read([{ comment: 'We see MÃ¼ller' }])).toEqual([{ comment: 'We see MÃ¼ller' }])
})
