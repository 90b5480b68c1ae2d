import { expect, test } from 'vitest'
import { rewriteEscapes } from './escaped-quotes.ts'

const table = 'name,text 😀\n"a \\" 😀b","😀"\n😀😀,"c\\\\"\n"\\"","😀\\"d"\n'
const rewritten = 'name,text 😀\n"a "" 😀b","😀"\n😀😀,"c\\"\n"""","😀""d"\n'

async function* piecesOf(text: string, size: number): AsyncGenerator<string> {
  const characters = Array.from(text)
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('')
}

test('pieces of any size are rewritten alike, and no character is divided', async () => {
  for (let size = 1; size <= table.length; size++) {
    const bytes: Buffer[] = []
    const escaping = { delimiters: ',', blanks: false, all: true }
    for await (const piece of rewriteEscapes(piecesOf(table, size), escaping)) bytes.push(Buffer.from(piece))
    expect(Buffer.concat(bytes).toString(), `in pieces of ${size}`).toBe(rewritten)
  }
})
