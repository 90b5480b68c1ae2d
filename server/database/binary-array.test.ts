import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ArchiveWriteError } from '#server/errors.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeVectorArray, textArray } from './binary-array.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function read(type: 'text' | 'tsvector', parameter: Buffer) {
  const { rows } = await database.pool.query(`select $1::${type}[]::text[] as given`, [parameter])
  return rows[0].given
}

test('texts arrive as they were, also long ones, empty ones and nulls', async () => {
  const texts = [
    '',
    null,
    'a',
    '"{\\,}" \n',
    'caf\u00e9 \u20ac \ud83d\ude00',
    '\u20ac'.repeat(100_000),
    'NULL',
    null,
  ]
  expect(await read('text', textArray(texts))).toEqual(texts)
  expect(await read('text', textArray([]))).toEqual([])
})

test('half a surrogate pair is refused as the fault of its row, not replaced', () => {
  expect(() => textArray(['whole', 'half \ud83d'])).toThrow(
    expect.objectContaining({ code: 'bad_row' }) as ArchiveWriteError,
  )
})

test('vectors arrive with weights, in the order of the database', async () => {
  const vectors = makeVectorArray()
  const lexemes = ['tool', "caf\u00e9's\\", '=tools'].map((lexeme) => Buffer.from(`${lexeme}\0`))
  const ends = lexemes.map((_, at) => Buffer.concat(lexemes.slice(0, at + 1)).length)
  const all = { bytes: Buffer.concat(lexemes), starts: [0, ...ends], counts: [2, 2, 0] }
  vectors.add({ ...all, lexemes: [0, 1, 2], places: Uint16Array.of(2, 0xc003, 0x8001, 0x4010) })
  vectors.addNull()
  vectors.add({ ...all, lexemes: [], places: new Uint16Array() })
  const [first, ...others] = await read('tsvector', vectors.finish())
  expect(first).toBe(`'=tools' 'caf\u00e9''s\\\\':1B,16C 'tool':2,3A`)
  expect(others).toEqual([null, ''])
})
