import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { senseShareOf } from './sense-share-rules.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const words = ['a', 'b', 'c', 'd']
const positions = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 9 })
const heldWord = fc.option(fc.record({ positions, titleTo: fc.integer({ min: 0, max: 60 }) }))

test('the share of the words of a sense is PostgreSQL’s ts_rank of them', async () => {
  const vectors = fc.sample(fc.tuple(heldWord, heldWord, heldWord, heldWord), { numRuns: 300, seed: 7 })
  const given = vectors.map((vector) => {
    const held = vector.map((word) =>
      word === null
        ? null
        : word.positions
            .sort((a, b) => a - b)
            .map((position) => position * 2 + (position <= word.titleTo ? 1 : 0)),
    )
    const entries = held.flatMap((places, at) => {
      const written = places?.map((packed) => `${packed >> 1}${(packed & 1) === 1 ? 'A' : ''}`)
      return written === undefined ? [] : [`'${words[at]}':${written.join(',')}`]
    })
    return { held, written: entries.join(' ') }
  })
  const { rows } = await database.pool.query<{ rank: number }>(
    `select ts_rank('{0.8,0.8,0.8,1}', vector::tsvector, $2::tsquery) as rank
      from unnest($1::text[]) with ordinality as given(vector, place) order by place`,
    [given.map(({ written }) => written), words.join(' | ')],
  )
  expect(given.map(({ held }) => senseShareOf(held))).toEqual(rows.map(({ rank }) => Math.fround(rank)))
})
