import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ChunkTable, hashChunk } from './chunk-table.ts'

const plain = { signed: false, entities: false }

function numbersOf(table: ChunkTable, text: string): number[] {
  const numbers: number[] = []
  expect(table.read(text, plain, numbers)).toBe(true)
  return numbers
}

test('chunks are numbered in the order in which they occur first, whatever their case', () => {
  const table = new ChunkTable()
  expect(numbersOf(table, 'Late invoices, late Rüben')).toEqual([1, 2, 1, 3])
  expect(numbersOf(table, 'Rüben! INVOICES')).toEqual([3, 2])
  expect([table.find('late'), table.written]).toEqual([1, ['', 'late', 'invoices', 'Rüben']])
})

test('chunks keep their numbers when many belong into the same slot, and when the table grows', () => {
  const slotOf = (word: string) => hashChunk(word, 0, word.length) & ((1 << 15) - 1)
  const candidates = Array.from({ length: 2_000_000 }, (_, at) => at.toString(36))
  const colliding = candidates.filter((word) => slotOf(word) === 0)
  expect(colliding.length).toBeGreaterThan(50)
  const table = new ChunkTable()
  const text = colliding.join(' ')
  const numbers = numbersOf(table, text)
  expect(new Set(numbers).size).toBe(colliding.length)
  numbersOf(table, candidates.slice(-20_000).join(' '))
  expect(numbersOf(table, text)).toEqual(numbers)
  expect(numbers.map((number) => table.written[number])).toEqual(colliding)
})

test('chunks that belong into the same slot take work in proportion to their number', async () => {
  const program = new URL('../../tests/harness/colliding-chunks-program.ts', import.meta.url)
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(program)])
  const [few, twice] = JSON.parse(stdout) as [number, number]
  expect(twice / few).toBeLessThan(2.5)
})
