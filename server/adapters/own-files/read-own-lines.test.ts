import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { readOwnLines } from './read-own-lines.ts'

async function* chunksOf(text: string, size = 50_000): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string, format: 'csv' | 'json' | 'lines' | 'paragraphs') {
  const rows = []
  for await (const row of readOwnLines(chunksOf(text), { format, hasHeader: true })) rows.push(row)
  return rows
}

test('a header of a hundred thousand equal names is refused before names are compared', async () => {
  await expect(read(`${'a,'.repeat(100_000)}a\nx`, 'csv')).rejects.toThrow('It has 100001 columns')
})

test('a question of a survey that is longer than a name may be is shortened, and stays apart from its like', async () => {
  const question = 'What keeps you from sending invoices on the day of the job? '.repeat(6)
  const [row] = await read(`"${question}","${question}"\nlate,tired`, 'csv')
  const names = row !== undefined && 'cells' in row ? [...row.cells.keys()] : []
  expect(new Set(names).size).toBe(2)
  for (const name of names) expect(name.length).toBeLessThanOrEqual(limits.ownColumnCharacters)
})

test.each(['lines', 'paragraphs'] as const)(
  '%s without an end are refused, not collected',
  async (format) => {
    const line = format === 'lines' ? 'word ' : 'word\n'
    await expect(read(line.repeat(300_000), format)).rejects.toThrow('The row at line 1 is longer than 1 MB.')
  },
)

test('one object that is too long is called so', async () => {
  const tickets = JSON.stringify({
    tickets: Array.from({ length: 130_000 }, () => ({ text: 'x'.repeat(60) })),
  })
  await expect(read(tickets, 'json')).rejects.toThrow('It is one object of more than 8 MB.')
})

test('lines of a table are those of the file, also behind empty ones and cells of several lines', async () => {
  const text = '\n\nid,text\r\n\r\n1,"one\ntwo"\n\n\n2,more,of,it\n'
  const rows = await read(text, 'csv')
  expect(rows.map(({ line }) => line)).toEqual([5, 9])
  await expect(read(`a,b\n\n\n1,"open`, 'csv')).rejects.toThrow('in the row at line 4 is never closed')
  const long = `a,b\n1,"${'word '.repeat(300_000)}"\n2,more\n`
  await expect(read(long, 'csv')).rejects.toThrow('The row at line 2 is longer than 1 MB, or a quote')
})

const below = { problem: expect.stringContaining('it stands below the table') }

test('what stands below a table of any length is named and none of its rows', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => `I wish number ${at} worked,${at},2024-03-04\n`)
  const found = await read(`text,id,when\n${rows.join('')}\nConfidential\nAnn\n`, 'csv')
  expect(found.slice(-3)).toMatchObject([{ line: 5001, cells: expect.any(Map) }, below, below])
  const sums = await read('text;id;when\nIt is slow;1;2024-03-04\nIt is dear;2;2024-03-05\nTotal;;\n', 'csv')
  expect(sums.slice(1)).toMatchObject([
    { line: 3, cells: expect.any(Map) },
    { line: 4, ...below },
  ])
  const counted = await read(
    'when,id,text\n2024-03-04,1,It is slow\n2024-03-05,2,It is dear\nTotal,2,2\n',
    'csv',
  )
  expect(counted.slice(2)).toMatchObject([{ line: 4, ...below }])
})

test('short rows between others, and behind an empty line, are rows', async () => {
  const text =
    'text,id,when\n\nTotal loss of data\n\nIt is slow,1,2024-03-04\nalone\nIt is dear,2,2024-03-05\nlast\n'
  const rows = await read(text, 'csv')
  expect(rows.map(({ problem }) => problem)).toEqual(Array(5).fill(undefined))
})
