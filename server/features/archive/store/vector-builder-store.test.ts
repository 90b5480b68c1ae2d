import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchedIfEnglish, wordForms } from '#server/matching/searched-words.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeVectorBuilder } from './vector-builder-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

type Texts = { title: string; selftext: string }

const vectorsSent = `select vector from unnest($1::tsvector[]) with ordinality as given(vector, at) order by at`
const parsed = `select ${searchedIfEnglish('null')} as vector
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality as given(title, selftext, written, at),
    lateral (select written::json as forms) as read order by at`

/** Adds empty posts, because this process builds vectors only for at least 100 posts. */
async function vectorsHere(posts: readonly Texts[]): Promise<Buffer> {
  const enough = Array.from({ length: Math.max(0, 100 - posts.length) }, () => ({ title: '', selftext: '' }))
  const { vectors } = await makeVectorBuilder(database.db).build([...posts, ...enough])
  return vectors
}

/**
 * `here` is the vector that this process builds, or null if it leaves the vector to the database. `there` is
 * the vector that the database builds.
 */
async function vectorsOf(posts: readonly Texts[]) {
  const here = await database.pool.query(vectorsSent, [await vectorsHere(posts)])
  const there = await database.pool.query(parsed, [
    posts.map(({ title }) => title),
    posts.map(({ selftext }) => selftext),
    posts.map((post) => JSON.stringify(wordForms(post))),
  ])
  return there.rows.map(({ vector }, at) => ({ here: here.rows[at].vector, there: vector }))
}

const texts = [
  'We copy every invoice by hand, and it takes hours.',
  "Don't use O'Reilly's well-known follow-up to-do list",
  'It cost $1,000.50 in 2024, or 3e10, -5 and +7, v1.2.3',
  'Mail me at some.body@example.org or see http://www.example.org/a_b?c=d#e and https://b.example)',
  'AT&T and R&D &amp; &#39; C++ C# .NET #1 @name 24/7 created_at 100%',
  '**Bold** and `code` and ~20 or ~/home/file and a\\b\\c',
  '~start of a path',
  'HTTPS://WWW.Example.org/x://y z://w http:///a ://b aaa://www./c a-http://5.com 1http://d.com',
  'http://http://e.com/f)g http://h]i :// http://',
  'It\u2019s \u201cna\u00efve\u201d \u2014 caf\u00e9 \ud83d\ude00 \u0130stanbul \u03a3\u03a3',
  'the and of it is',
  '<b>bold tag</b> <a href="x y">link</a> 3 < 5 > 2',
  'a\u00a0b\u2003c\tD\r\nE\fF',
  'x'.repeat(300),
  'again '.repeat(400),
  'left-hand right-hand-side 1st-class covid-19 19-covid -dash- --flag a-1-b',
  '',
]

test('a vector that is built from parsed words is the one that the database builds from the text', async () => {
  const posts = texts.flatMap((title) => texts.map((selftext) => ({ title, selftext })))
  const vectors = await vectorsOf(posts)
  for (const [at, { here, there }] of vectors.entries())
    if (here !== null) expect([posts[at], here]).toEqual([posts[at], there])
  expect(vectors.filter(({ here }) => here !== null).length).toBeGreaterThan(posts.length / 2)
})

test('the same for words and signs in any order', async () => {
  const part = fc.constantFrom(...texts.flatMap((text) => text.match(/\w+|\W/gu) ?? []).slice(0, 400))
  const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(''))
  const posts = fc.sample(fc.record({ title: text, selftext: text }), { numRuns: 1500, seed: 7 })
  for (const [at, { here, there }] of (await vectorsOf(posts)).entries())
    if (here !== null) expect([posts[at], here]).toEqual([posts[at], there])
})

test('batches that are built at once do not use words that the other has not parsed yet', async () => {
  const builder = makeVectorBuilder(database.db)
  const posts = Array.from({ length: 100 }, () => ({
    title: 'Invoices',
    selftext: 'We copied every invoice',
  }))
  const built = await Promise.all([builder.build(posts), builder.build(posts)])
  expect(built[0]).toEqual(built[1])
  for (const { vectors } of built) {
    const { rows } = await database.pool.query(`${vectorsSent} limit 1`, [vectors])
    expect(rows[0].vector).toContain("'copi':3")
  }
})
