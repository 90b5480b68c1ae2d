import { describe, expect, test } from 'vitest'
import { findQuotedBy, rewriteQuotes, standardQuotes } from './single-quotes.ts'

const table =
  "'id','text 😀'\r\n'1','it''s, \"new\" 😀'\n'2','it\\'s'\n'3','it's'\n4,''\n'5','C:\\'\n'6','''so'''\n'7','a\nb'"
const rewritten =
  '"id","text 😀"\r\n"1","it\'s, ""new"" 😀"\n"2","it\'s"\n"3","it\'s"\n4,""\n"5","C:\\"\n"6","\'so\'"\n"7","a\nb"'

async function* piecesOf(text: string, size: number): AsyncGenerator<string> {
  const characters = Array.from(text)
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('')
}

test('a table that is quoted with apostrophes becomes CSV, in pieces of any size', async () => {
  expect(standardQuotes(table.replace('"new"', 'new'))).toBe(rewritten.replace('""new""', 'new'))
  for (let size = 1; size <= table.length; size++) {
    const bytes: Buffer[] = []
    for await (const piece of rewriteQuotes(piecesOf(table, size), ',')) bytes.push(Buffer.from(piece))
    expect(Buffer.concat(bytes).toString(), `in pieces of ${size}`).toBe(rewritten)
  }
})

describe('apostrophes quote cells', () => {
  test.each([
    ["'id';'text'\n'1';'a'", ';'],
    ["id,text\n'1','a, b'", ','],
    ["'id','text'", ','],
  ])('in %j', (text, delimiter) => expect(findQuotedBy(text)).toBe(delimiter))
  test.each([
    "id,text\n1,it's fine",
    "id,text\n1,'tis fine",
    "'tis fine, he said, and 'twas",
    "id,text\n1,'fine'",
    'id,text\n"\'-20%","\'a\'"',
    "'one'\n'two'",
    '',
  ])('not in %j', (text) => expect(findQuotedBy(text)).toBeNull())
})
