import { expect, test } from 'vitest'
import { lookAtOwnFile } from './look-at-own-file.ts'
import { readOwnTable } from './read-own-table.ts'

async function* chunksOf(text: string): AsyncGenerator<string> {
  yield text
}

/** The cells of each row, or the reason why it is left out. */
async function read(text: string) {
  expect(lookAtOwnFile(text)).toMatchObject({ format: 'csv', hasHeader: true })
  const rows = []
  for await (const row of readOwnTable(chunksOf(text), true)) {
    rows.push(row.problem === undefined ? Object.fromEntries(row.cells) : row.problem)
  }
  return rows
}

test('the header again, in a file put together from several exports, is no row', async () => {
  const header = 'id,created,subject,body\n'
  const row = (id: number) => `${id},2024-01-0${id},Labels,I print label ${id} by hand\n`
  const again = 'it repeats the header of the table'
  const rows = await read(`${header}${row(1)}${row(2)}${header}${row(3)}${header}${row(4)}`)
  expect(rows.map((one) => (typeof one === 'string' ? one : one.id))).toEqual([
    '1',
    '2',
    again,
    '3',
    again,
    '4',
  ])
})

test('a row of labels below names, as statistics programs write it, is no row', async () => {
  const names = 'respid,date,q1,q5_open,weight\n'
  const labels =
    'Respondent number,Date of interview,Use of the till,What annoys you about the till?,Sampling weight\n'
  const rows = await read(
    `${names}${labels}1001,04mar2024,Daily,I cannot split a bill,1.02\n1002,15mar2024,Weekly,The drawer opens,0.97\n`,
  )
  expect(rows).toEqual([
    { respid: '1001', date: '04mar2024', q1: 'Daily', q5_open: 'I cannot split a bill', weight: '1.02' },
    { respid: '1002', date: '15mar2024', q1: 'Weekly', q5_open: 'The drawer opens', weight: '0.97' },
  ])
})

test('cells without a name at the end of a header are no columns if only unquoted texts reach into them', async () => {
  const rows = [
    'date,customer,feedback,,,',
    '2024-04-01,Ann,I retype the order, because copying fails,,',
    '2024-04-02,Bo,Too slow',
    '2024-04-13,Cy,"Please, add a search",,,',
    '2024-04-14,Di,It froze,,,',
  ]
  expect(await read(rows.join('\n'))).toEqual([
    { date: '2024-04-01', customer: 'Ann', feedback: 'I retype the order, because copying fails' },
    { date: '2024-04-02', customer: 'Bo', feedback: 'Too slow' },
    { date: '2024-04-13', customer: 'Cy', feedback: 'Please, add a search' },
    { date: '2024-04-14', customer: 'Di', feedback: 'It froze' },
  ])
  const remarks = 'date,feedback,,\n2024-04-01,Too slow,call her,\n2024-04-02,It froze,wrote to him,\n'
  expect(await read(remarks)).toContainEqual(expect.objectContaining({ 'column 3': 'call her' }))
})

test('empty rows, which spreadsheet programs write below a table, are neither rows nor reported', async () => {
  const table =
    'Date;Subject;Text\n2024-03-04;Export;I merge 12 files\n;;\n2024-03-05;Sizes;The table is wrong\n;;\n;;\n'
  expect(await read(table)).toHaveLength(2)
  expect(await read(`${table}Total;;\n`)).toEqual([
    expect.anything(),
    expect.anything(),
    'it stands below the table and has too few cells for a row of it',
  ])
})

test.each([
  [
    'MySQL',
    '+----+-----------------------+\n| id | message               |\n+----+-----------------------+\n|  1 | I reset it each day   |\n|  2 | what I paid | a month |\n+----+-----------------------+\n2 rows in set (0.00 sec)\n',
  ],
  [
    'PostgreSQL',
    ' id |        message        \n----+-----------------------\n  1 | I reset it each day\n  2 | what I paid | a month\n(2 rows)\n',
  ],
  [
    'DuckDB',
    '┌───────┬───────────────────────┐\n│  id   │        message        │\n│ int32 │        varchar        │\n├───────┼───────────────────────┤\n│     1 │ I reset it each day   │\n│     2 │ what I paid │ a month │\n├───────┴───────────────────────┤\n│ 2 rows              2 columns │\n└───────────────────────────────┘\n',
  ],
])('a text of %s with the sign between columns is one cell', async (_name, text) => {
  expect(await read(text)).toEqual([
    { id: '1', message: 'I reset it each day' },
    { id: '2', message: expect.stringMatching(/^what I paid [|│] a month$/u) },
  ])
})

test('a text with the sign between columns in an uneven table of Markdown is left out by name', async () => {
  const rows = await read(
    '| id | message |\n|---|---|\n| 1 | I reset it |\n| 2 | I paid it | twice |\n| 3 | It froze |\n',
  )
  expect(rows).toEqual([
    { id: '1', message: 'I reset it' },
    expect.stringContaining('the row has 3 columns'),
    { id: '3', message: 'It froze' },
  ])
})

test('an empty cell in quotes is empty, also if it is the only quoted one of a single column', async () => {
  const texts = (await read('review\nGood for me\n""\nToo slow\n')).map((one) =>
    typeof one === 'string' ? one : one.review,
  )
  expect(texts.filter((text) => text !== '')).toEqual(['Good for me', 'Too slow'])
})

test('an answer in words above one with a number is a row', async () => {
  expect(await read('pays,hours\n"Perhaps, weekly",about 30\nNo,40\n')).toEqual([
    { pays: 'Perhaps, weekly', hours: 'about 30' },
    { pays: 'No', hours: '40' },
  ])
})
