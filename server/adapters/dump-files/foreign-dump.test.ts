import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { importColumns } from './column-names.ts'
import type { DumpRow } from './dump-row.ts'
import { openDump } from './open-dump.ts'
import { readPost } from './read-post.ts'

async function readAll(content: string | Buffer): Promise<DumpRow[]> {
  const rows: DumpRow[] = []
  const dump = await openDump({
    path: '-',
    stdin: Readable.from([Buffer.from(content)]),
    needed: importColumns,
  })
  for await (const row of dump.rows()) rows.push(row)
  return rows
}

test.each([
  [
    '<!DOCTYPE html>\n<html><table><tr><td>id,title,created</td></tr></table></html>',
    'is a web page (HTML).',
  ],
  ['<?xml version="1.0"?>\n<rss version="2.0"><channel/></rss>', 'is a feed (RSS or Atom).'],
  ['<opml version="2.0"><body/></opml>', 'is a list of feeds (OPML).'],
  [
    Buffer.from('PK\x03\x04\x14\0\x06\0[Content_Types].xml xl/workbook.xml', 'latin1'),
    'is a workbook (Excel or',
  ],
  [Buffer.from('PK\x03\x04\x14\0\x06\0posts.csv', 'latin1'), 'is a zip archive: unpack it first.'],
  [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'is a workbook or document of Microsoft Office.'],
  ['%PDF-1.4\n1 0 obj', 'is a PDF.'],
])('%j is named and nothing of it is read', async (content, named) => {
  await expect(readAll(content)).rejects.toThrow(`standard input ${named}`)
})

test.each([
  ['CR alone', 'id,title,created\ra1,"One, two",1611869861\ra2,Three,1611869862\r'],
  ['each of the three ends', 'id,title,created\r\na1,"One, two",1611869861\na2,Three,1611869862\r'],
  [
    'a quoted separator in its names',
    '"id";"title";"created";"a, b, c, d, e"\na1;"One, two";1611869861;\na2;Three;1611869862;\n',
  ],
])('a table with %s is read row by row', async (_name, content) => {
  expect(await readAll(content)).toMatchObject([
    { line: 2, value: { id: 'a1', title: 'One, two', created: '1611869861' } },
    { line: 3, value: { id: 'a2', title: 'Three', created: '1611869862' } },
  ])
})

test.each(['job,author_yc,story_9300', "['job', 'author_yc']", 'author_yc job'])(
  'tags that a table writes into one cell, %s, name an advertisement of a job',
  (tags) => {
    const value = {
      objectID: '9300',
      title: 'Acme is hiring',
      created_at: '2024-04-13T09:12:33Z',
      _tags: tags,
    }
    expect(readPost({ line: 2, value })).toEqual({ line: 2, kind: 'left-out', because: 'job' })
  },
)

test('the header again, in a file put together from several exports, is rejected by its own name', async () => {
  const header = 'id,title,created\n'
  const rows = await readAll(`${header}a1,One,1611869861\n${header}a2,Two,1611869862\n`)
  expect(rows).toMatchObject([
    { line: 2, value: { id: 'a1' } },
    { line: 3, problem: 'it repeats the header of the table' },
    { line: 4, value: { id: 'a2' } },
  ])
})

test('line breaks and tabs that a database writes as escapes are read as such', async () => {
  const rows =
    'a1\tOne\tI do it\\nby hand\t1611869861\na2\tTwo\tTabs\\tare lost\t1611869862\na3\tThree\t\\N\t1611869863\n'
  expect(await readAll(`id\ttitle\tbody\tcreated\n${rows}`)).toMatchObject([
    { value: { body: 'I do it\nby hand' } },
    { value: { body: 'Tabs\tare lost' } },
    { value: { body: '' } },
  ])
  const paths = 'a1\tOne\tC:\\new and D:\\temp\t1611869861\na2\tTwo\tI do it\t1611869862\n'
  expect(await readAll(`id\ttitle\tbody\tcreated\n${paths}`)).toMatchObject([
    { value: { body: 'C:\\new and D:\\temp' } },
    { value: { body: 'I do it' } },
  ])
})

test.each(['epoch', 'unix_time', 'Created (Unix)', 'posted'])('%s names the date of a post', async (name) => {
  const csv = `submission_id,submission_title,forum,n_replies,${name}\na1,One,freelance,3,1611869861\n`
  const [row] = await readAll(csv)
  if (row === undefined || !('value' in row)) throw new Error('The row was not read.')
  const read = readPost({
    line: 2,
    value: { ...(row.value as object), permalink: '/r/freelance/comments/a1/one/' },
  })
  expect(read).toMatchObject({ post: { title: 'One', community: 'freelance', comments: 3 } })
})
