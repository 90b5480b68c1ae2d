import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defuseCell } from '#contract/csv-cell.ts'
import { anyCharacter } from '#tests/harness/any-character.ts'
import { type CsvCell, csvStream } from './csv-stream.ts'

/** Parses CSV strictly by RFC 4180, without the code of the product. Returns rows of cells, or an error. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = []
  let at = csv.startsWith('\ufeff') ? 1 : 0
  while (at < csv.length) {
    const row: string[] = []
    for (;;) {
      const cell = csv[at] === '"' ? /"((?:[^"]|"")*)"/uy : /([^",\r\n]*)/uy
      cell.lastIndex = at
      const found = cell.exec(csv)
      if (found === null) throw new Error(`no cell at ${at}`)
      row.push((found[1] ?? '').replaceAll('""', '"'))
      at = cell.lastIndex
      if (csv[at] !== ',') break
      at += 1
    }
    if (!csv.startsWith('\r\n', at)) throw new Error(`no end of the row at ${at}`)
    at += 2
    rows.push(row)
  }
  return rows
}

/** Whether a program that uses another separator and ignores quotes would find a formula. */
const runs = (cell: string) =>
  cell.split(/[;\t\r\n]/u).some((piece) => /^["\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u.test(piece))

const unruly = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\n', '\r', '"', ',', ';', '\t', ' ', '=', '+', '-', '@', '＝', '＋', '－', '＠', "'"),
    fc.constantFrom('\u00a0', '\u3000', '\u200b', '\u2028', '\ufeff', 'a', '1'),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  ),
})

test('any text comes back in its row and column, and no reader is given a formula to run', async () => {
  const rows = fc.array(fc.tuple(unruly, fc.integer(), unruly), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(rows, async (table) => {
      const read = readCsv(await text(csvStream(table as CsvCell[][])))
      expect(read).toEqual(
        table.map((row) => row.map((cell) => `${typeof cell === 'number' ? cell : defuseCell(cell)}`)),
      )
      for (const [first, , last] of read) expect([first, last].filter((cell) => runs(cell ?? ''))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('rows that fail make the download fail: half a file is not taken for a whole one', async () => {
  function* rows(): Generator<CsvCell[]> {
    yield ['a']
    throw new Error('the database is away')
  }
  await expect(text(csvStream(rows()))).rejects.toThrow('the database is away')
})
