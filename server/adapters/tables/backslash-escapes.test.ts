import { expect, test } from 'vitest'
import { lookAtOwnFile } from '../own-files/look-at-own-file.ts'
import { readOwnLines } from '../own-files/read-own-lines.ts'

async function read(text: string) {
  async function* once() {
    yield text
  }
  const rows = []
  for await (const row of readOwnLines(once(), { format: 'csv', hasHeader: true }))
    rows.push(row.problem ?? Object.fromEntries(row.cells))
  return rows
}

const header = 'id\trating\tbody\n'
const note = 'Line breaks and tabs are written \\n and \\t in it; they are read as such.'

test('line breaks and tabs of a database’s table are read, and a missing value is empty', async () => {
  const text = `${header}1\tNULL\tI copy totals.\\nBy hand:\\tdaily\n2\t\\N\tThe folder C:\\\\new is full\n3\t4\tNULL\n`
  expect(await read(text)).toEqual([
    { id: '1', rating: '', body: 'I copy totals.\nBy hand:\tdaily' },
    { id: '2', rating: '', body: 'The folder C:\\new is full' },
    { id: '3', rating: '4', body: '' },
  ])
  expect(lookAtOwnFile(text).notes).toContain(note)
})

test.each([
  `${header}1\t2\tThe folder C:\\new is full\n2\t3\tAnd D:\\temp\\new too\n`,
  `${header}1\t2\tIt prints \\n here\n2\t3\tand \\d there, or \\n\n`,
  `id,rating,body\n1,2,It prints \\n here\n2,3,and \\n there\n`,
])('backslashes of other tables stay: %j', async (text) => {
  expect((await read(text)).map((row) => (row as { body: string }).body).join('\n')).toContain('\\n')
  expect(lookAtOwnFile(text).notes).not.toContain(note)
})
