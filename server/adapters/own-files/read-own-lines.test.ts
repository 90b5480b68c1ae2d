import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { lookAtOwnFile } from './look-at-own-file.ts'
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

test('an apostrophe quotes no cell, and a line separator of Unicode ends no row', async () => {
  const answers = [
    "'cause it takes hours",
    'slow, and dear',
    "the scanner is the others'",
    'slow\u2028and dear',
  ]
  const table = answers.map((answer) => (answer.includes(',') ? `1,"${answer}"\n` : `1,${answer}\n`))
  const objects = answers.map((answer) => `${JSON.stringify({ id: '1', answer })}\n`)
  const rows = [
    ...(await read(`id,answer\n${table.join('')}`, 'csv')),
    ...(await read(objects.join(''), 'json')),
  ]
  const found = rows.map((row) => ('cells' in row ? row.cells.get('answer') : row.problem))
  expect(found).toEqual([...answers, ...answers])
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

const textsOf = async (csv: string) =>
  (await read(csv, 'csv')).map((row) => row.problem ?? [...row.cells.values()].join('|'))

test('a text with commas and without quotes is joined again where spaces or other columns show it', async () => {
  const last =
    'id,date,text\n1,2024-03-01,It froze again\n2,2024-03-02,Good, but slow, and dear\n3,2024-03-03,We pay 1,000 a month\n'
  expect(await textsOf(last)).toEqual([
    '1|2024-03-01|It froze again',
    '2|2024-03-02|Good, but slow, and dear',
    '3|2024-03-03|We pay 1,000 a month',
  ])
  const middle =
    'id,text,product,date\n1,I wish it worked, really,Sync,2024-03-01\n2,It froze,Sync,2024-03-02\n3,Good, but slow,,\n4,It is dear,Web,\n'
  expect(await textsOf(middle)).toEqual([
    '1|I wish it worked, really|Sync|2024-03-01',
    '2|It froze|Sync|2024-03-02',
    '3|Good, but slow||',
    '4|It is dear|Web|',
  ])
})

test('a row whose surplus of cells may belong to two columns is set aside by its line, never guessed', async () => {
  const csv =
    'id,text,product,date\n1,It froze,Sync,2024-03-01\n2,We pay 1,000 a month,Sync,2024-03-02\n3,It is dear,Web,2024-03-03\n'
  const rows = await read(csv, 'csv')
  expect(rows.map(({ line }) => line)).toEqual([2, 3, 4])
  expect(rows[1]?.problem).toBe(
    'the row has 5 columns, the first line has 4: a text in it contains a separator and has no quotes',
  )
})

test('empty cells beyond the columns join nothing, also beside a cell that begins with a space', async () => {
  const csv = 'id,name,text\n1,Ann, it froze,\n2,Bob, it is dear,\n3,Eve,slow,,\n'
  expect(await textsOf(csv)).toEqual(['1|Ann| it froze', '2|Bob| it is dear', '3|Eve|slow'])
})

test.each([
  ['of its start', 0],
  ['far below its start', 2000],
])('quotes escaped with a backslash %s are read as quotes', async (_where, rowsBefore) => {
  const usual = Array.from({ length: rowsBefore }, (_, at) => `${at},"It is slow, still, and I wait"\n`)
  const csv = [
    'id,text\n',
    ...usual,
    '1,"He said \\"export it\\", and I did"\n2,"Over\nlines, \\"again\\""\n3,"C:\\\\x is full"\n4,plain\n',
  ].join('')
  const found = await textsOf(csv)
  expect(found.slice(rowsBefore)).toEqual([
    '1|He said "export it", and I did',
    '2|Over\nlines, "again"',
    '3|C:\\x is full',
    '4|plain',
  ])
})

test('a backslash at the end of a cell stays one in a table that doubles its quotes', async () => {
  const csv = 'path,text\n"C:\\temp\\","It says ""no"", often"\n"D:\\",plain\n'
  expect(await textsOf(csv)).toEqual(['C:\\temp\\|It says "no", often', 'D:\\|plain'])
})

test('escapes are read alike wherever the pieces of a file end', async () => {
  const csv = 'id,text\n1,"a \\"b\\", c"\n2,"\\\\"\n3,"\\"d\\""\n4,""\n'
  for (let size = 1; size < 12; size += 1) {
    const texts = []
    for await (const row of readOwnLines(chunksOf(csv, size), { format: 'csv', hasHeader: true }))
      texts.push(row.problem ?? row.cells.get('text'))
    expect(texts).toEqual(['a "b", c', '\\', '"d"', ''])
  }
})

test('a missing value of a database is an empty cell', async () => {
  const table = 'id\tsubject\tbody\n1\t\\N\tIt is slow\n2\tLogin\t\\N\n'
  expect(await textsOf(table)).toEqual(['1||It is slow', '2|Login|'])
})

test('a table that is quoted with apostrophes is read as one with quotes', async () => {
  const table = "'id','text','stars'\n'1','It''s slow, and \"odd\"','2'\n'2','I can\\'t\nprint','1'\n"
  expect(await textsOf(table)).toEqual(['1|It\'s slow, and "odd"|2', "2|I can't\nprint|1"])
  expect(lookAtOwnFile(table)).toEqual({
    format: 'csv',
    hasHeader: true,
    notes: ['Its texts are quoted with apostrophes, which are read as quotes.'],
  })
})
