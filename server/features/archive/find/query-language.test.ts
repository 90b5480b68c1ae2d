import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { matchPosts, prepareQuery } from '#server/matching/match-posts.ts'
import { type QueriedPost, readWords } from '#server/matching/post-query-rules.ts'
import { makeScoredPost } from '#tests/harness/make-post.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { makeArchiveSearchStore } from './archive-search-store.ts'
import { countMatches, readPostQuery } from './rank-stored.ts'

/** A seeded random generator, so that a failure can be repeated. */
function makeRandom(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}
const random = makeRandom(44)
const pick = <T>(some: readonly T[]) => some[random(some.length)] as T

/** Each of these words is its own stem, and none is a stop word. */
const vocabulary = [
  'crm',
  'tool',
  'harbour',
  'kettl',
  'zebra',
  'visit',
  'plumb',
  'c++',
  'night',
  'salon',
  'export',
  'ledger',
]
const sources = ['reddit', 'hacker-news', 'forum.test']
const communities = ['SaaS', 'startups', 'Cooking']
const signals = ['pain', 'money', 'promo'] as const
const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at))

/** `QUERIED_POSTS=20000 QUERIES=200` compares more posts and queries. */
const { QUERIED_POSTS = '400', QUERIES = '60' } = process.env

const posts = Array.from({ length: Number(QUERIED_POSTS) }, (_, at) =>
  makeScoredPost({
    sourceId: `q${at}`,
    source: pick(sources),
    community: pick(communities),
    title: Array.from({ length: 2 + random(3) }, () => pick(vocabulary)).join(' '),
    selftext: Array.from({ length: random(9) }, () => pick(vocabulary)).join(' '),
    createdAt: day(random(100)),
    score: random(101),
  }),
).map((post) => ({ ...post, signals: signals.filter(() => random(2) === 0) }))

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const store = makeArchiveStore(database.db)
  for (let at = 0; at < posts.length; at += 1_000)
    await store.save({ scored: posts.slice(at, at + 1_000), restated: [], deleted: [] })
})
afterAll(() => database.close())

/** A query as text, and a second implementation that tells from a post's words whether the post matches. */
type Made = { text: string; matches: (words: readonly string[], post: (typeof posts)[number]) => boolean }

function makeTerm(): Made {
  const word = pick(vocabulary)
  if (random(4) > 0) return { text: word, matches: (words) => words.includes(word) }
  const next = pick(vocabulary.filter((one) => one !== 'c++'))
  const first = pick(vocabulary.filter((one) => one !== 'c++'))
  return {
    text: `"${first} ${next}"`,
    matches: (words) => words.some((one, at) => one === first && words[at + 1] === next),
  }
}

function makePart(depth: number): Made {
  if (depth === 0 || random(3) > 0) return makeTerm()
  const inner = makeAny(depth - 1)
  return { text: `(${inner.text})`, matches: inner.matches }
}

function makeAll(depth: number): Made {
  const wanted = Array.from({ length: 1 + random(3) }, () => makePart(depth))
  const unwanted = Array.from({ length: random(2) }, () => makePart(depth))
  return {
    text: [...wanted.map(({ text }) => text), ...unwanted.map(({ text }) => `-${text}`)].join(' '),
    matches: (words, post) =>
      wanted.every((one) => one.matches(words, post)) && !unwanted.some((one) => one.matches(words, post)),
  }
}

function makeAny(depth: number): Made {
  const parts = Array.from({ length: 1 + random(3) }, () => makeAll(depth))
  return {
    text: parts.map(({ text }) => text).join(' OR '),
    matches: (words, post) => parts.some((one) => one.matches(words, post)),
  }
}

const filters: readonly (() => Made)[] = [
  () => {
    const name = pick(sources)
    return { text: `source:${name}`, matches: (_, post) => post.source === name }
  },
  () => {
    const name = pick(signals)
    return { text: `-signal:${name}`, matches: (_, post) => !post.signals.includes(name) }
  },
  () => {
    const [one, other] = [pick(signals), pick(signals)]
    return {
      text: `signal:${one},${other}`,
      matches: (_, post) => [one, other].some((name) => post.signals.includes(name)),
    }
  },
  () => {
    const name = pick(communities)
    return { text: `in:${name}`, matches: (_, post) => post.community === name }
  },
  () => {
    const score = random(101)
    return { text: `score:${score}`, matches: (_, post) => post.opportunityScore >= score }
  },
  () => {
    const [from, days] = [day(random(50)), 1 + random(60)]
    const until = new Date(from.getTime() + days * 86_400_000)
    const dates = [from, until].map((date) => date.toISOString().slice(0, 10))
    return {
      text: `after:${dates[0]} before:${dates[1]}`,
      matches: (_, post) => post.createdAt >= from && post.createdAt < until,
    }
  },
]

function makeQuery(): Made {
  const words = makeAny(2)
  const limits = random(2) === 0 ? [] : [pick(filters)()]
  return {
    text: [words.text, ...limits.map(({ text }) => text)].join(' '),
    matches: (own, post) => [words, ...limits].every((one) => one.matches(own, post)),
  }
}

type Row = Omit<QueriedPost, 'words'> & { sourceId: string; words: string }

async function readPosts() {
  const { rows } = await database.pool.query<Row>(
    `select source_id as "sourceId", words::text as words, source, lower(community) as community,
      opportunity_score as "opportunityScore", signals, created_at as "createdAt" from archive_posts`,
  )
  return rows.map((row) => ({ ...row, words: readWords(row.words) }))
}

test('random queries find the same posts by the database, by matching new posts, and by reading each text', async () => {
  const store = makeArchiveSearchStore(database.db)
  const stored = await readPosts()
  const made = Array.from({ length: Number(QUERIES) }, makeQuery)
  let found = 0
  for (const { text, matches } of made) {
    const asked = parseKeyword(text)
    expect(asked.problems, text).toBeUndefined()
    const query = await readPostQuery(store, asked)
    const naive = posts
      .filter((post) => {
        // In the index, the last word of the title is next to the first word of the text. A reader does not
        // see these two words as a phrase.
        return matches(`${post.title} ${post.selftext}`.trim().split(/\s+/u), post)
      })
      .map(({ sourceId }) => sourceId)
      .sort()
    const [matched = []] = await matchPosts([prepareQuery(query)], stored)
    expect(matched.map((at) => stored[at]?.sourceId ?? '').sort(), text).toEqual(naive)
    const { signal } = new AbortController()
    const counted = await countMatches(store, query, { shown: posts.length, signal })
    expect(counted?.posts, text).toBe(naive.length)
    expect(counted?.best.map(({ sourceId }) => sourceId).sort(), text).toEqual(naive)
    found += naive.length
  }
  expect(found).toBeGreaterThan(1_000)
})

test('matching many queries with many posts gives what each query matches alone', async () => {
  const store = makeArchiveSearchStore(database.db)
  const stored = await readPosts()
  const texts = Array.from({ length: 40 }, () => makeQuery().text)
  const queries = await Promise.all(texts.map((text) => readPostQuery(store, parseKeyword(text))))
  const together = await matchPosts(queries.map(prepareQuery), stored)
  for (const [at, query] of queries.entries()) {
    const each = await Promise.all(
      stored.map(async (post) => (await matchPosts([prepareQuery(query)], [post]))[0]?.length === 1),
    )
    expect(together[at], texts[at]).toEqual(each.flatMap((isMatch, index) => (isMatch ? [index] : [])))
  }
})
