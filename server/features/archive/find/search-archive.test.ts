import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { KeywordTerm } from '#contract/keyword-terms.ts'
import { limits } from '#contract/limits.ts'
import { drizzle } from '#server/database/drizzle.ts'
import { openPool } from '#server/database/open-pool.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { countWords } from '#server/features/archive/store/count-words.ts'
import { makeWordCountStore } from '#server/features/archive/store/word-count-store.ts'
import { rankedKeyword, readThesaurus } from '#server/matching/keyword-rules.ts'
import type { Post, RankedFind } from '#server/source-ports.ts'
import { makeScoredPost } from '#tests/harness/make-post.ts'
import { openTestDatabase, type TestDatabase } from '#tests/harness/test-database.ts'
import { waitForLocks } from '#tests/harness/wait-for-locks.ts'
import { makeArchiveSearchStore } from './archive-search-store.ts'
import { rankStored } from './rank-stored.ts'
import { archiveSource } from './search-archive.ts'
import { makeSuggestRelated, makeSuggestSpelling } from './suggest-keywords.ts'
import { makeSuggestionsStore } from './suggestions-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() =>
  database.pool.query('truncate archive_posts, archive_sources, archive_words, archive_communities'),
)

type Written = Partial<Post> & { title: string; score: number }

/** Stores posts with given scores. */
async function storePosts(posts: readonly Written[]) {
  await makeArchiveStore(database.db).save({ scored: posts.map(makeScoredPost), restated: [], deleted: [] })
}

const word = (words: string): KeywordTerm => ({ words, phrase: false, excluded: false })
const phrase = (words: string): KeywordTerm => ({ words, phrase: true, excluded: false })

/** A thesaurus with one sense of the word kettle: what tea shops sell. */
const thesaurus = readThesaurus('kettle\twhat tea shops sell\twholesale supplier spout\n')

function fail(message: string, cause: unknown): never {
  throw new Error(message, { cause })
}

function ask(terms: readonly KeywordTerm[], posts: number = limits.resultsPerSearch, keyword = 'x') {
  const source = archiveSource({
    store: makeArchiveSearchStore(database.db),
    thesaurus,
    suggestSpelling: makeSuggestSpelling({ store: makeSuggestionsStore(database.db), marketWords: [] }, fail),
  })
  return source.search({ keyword, terms }, { posts, signal: new AbortController().signal })
}

/** Best first. */
async function searchRanked(terms: readonly KeywordTerm[], most?: number): Promise<RankedFind[]> {
  const { posts } = await ask(terms, most)
  return posts.map((one) => {
    if (!('rank' in one)) throw new Error('The archive ranks what it finds')
    return one
  })
}

async function search(terms: readonly KeywordTerm[], most?: number) {
  const ranked = await searchRanked(terms, most)
  return ranked.map(({ post, match }) => `${post.sourceId} ${match}`).sort()
}

test('the best come first: a title before a mention, the very word before another of its stem', async () => {
  await storePosts([
    { sourceId: 'mention', title: 'A post', selftext: 'about an expense', score: 50 },
    { sourceId: 'title', title: 'An expense', score: 50 },
    { sourceId: 'other', title: 'Expensive', score: 50 },
    { sourceId: 'sample', title: 'An expense', score: 90, sample: true },
  ])
  const [first, second, third, ...more] = await searchRanked([word('expenses')])
  expect([first?.post.sourceId, more]).toEqual(['title', []])
  expect([second?.post.sourceId, third?.post.sourceId]).toEqual(['other', 'mention'])
  expect(second?.rank).toBeLessThan((first?.rank ?? 0) * 0.9)
})

test('a list that is cut keeps the best ranked, not the best scored', async () => {
  await storePosts([
    { sourceId: 'scored', title: 'A post', selftext: 'that mentions a kettle', score: 52 },
    { sourceId: 'ranked', title: 'Kettles', selftext: 'A kettle is a kettle', score: 45 },
  ])
  expect(await search([word('kettles')], 1)).toEqual(['ranked title'])
})

test('posts from before word forms were kept are found, and by the same rule', async () => {
  await storePosts([{ sourceId: 'old', title: 'Expensive', score: 50 }])
  const [exact] = await searchRanked([word('expensive')])
  await database.pool.query('update archive_posts set words_version = 1')
  const [unknown] = await searchRanked([word('expenses')])
  expect(unknown?.post.sourceId).toBe('old')
  expect((unknown?.rank ?? 0) / (exact?.rank ?? 1)).toBeGreaterThan(0.9)
})

test('posts rank the same whether words are counted in them or their places are read', async () => {
  const often = Array.from({ length: 300 }, (_, at) => `kettle ${'x'.repeat((at % 7) + 2)} teapots`).join(' ')
  const texts = [
    'A kettle',
    'The teapot kettles',
    'kettle teapot',
    `kettle ${'so '.repeat(9)}teapot`,
    `kettle ${'xx '.repeat(8)}teapot`,
    `kettle ${'xx '.repeat(9)}teapot`,
    'teapot teapot kettles kettle kettle',
    often,
    'spoons',
  ]
  const titles = ['A kettle', 'Kettles, kettles and teapots', 'Teapots', 'Spoons']
  await storePosts(
    titles.flatMap((title, one) =>
      texts.map((selftext, other) => ({ sourceId: `${one}-${other}`, title, selftext, score: 50 + other })),
    ),
  )
  const store = makeArchiveSearchStore(database.db)
  for (const terms of [
    [word('kettle')],
    [word('kettles'), word('teapots')],
    [word('teapot'), word('kettle')],
    [{ ...phrase('kettle teapot'), spellings: ['kettleteapot'] }],
  ]) {
    const counted = await searchRanked(terms)
    const posts = counted.map(({ post }) => post)
    const placed = await rankStored({ store, thesaurus }, posts, { keyword: 'x', terms })
    const ranks = (found: RankedFind[]) =>
      Object.fromEntries(found.map(({ post, ...rest }) => [post.sourceId, rest]))
    expect(counted.length).toBeGreaterThan(20)
    expect(ranks(placed)).toEqual(ranks(counted))
  }
})

test('a word that is said again is searched for like any other', async () => {
  await storePosts([
    { sourceId: 'both', title: 'A kettle for a teapot', score: 50 },
    { sourceId: 'kettle', title: 'A kettle', score: 50 },
  ])
  const again = await search([word('kettle'), word('teapot'), word('kettles')])
  expect(again).toEqual(['both title', 'kettle related'])
})

test('few posts with all the words are joined by posts with most of them, each once', async () => {
  await storePosts([
    { sourceId: 'both', title: 'Kettles and teapots', score: 10 },
    { sourceId: 'kettle', title: 'Kettles', score: 90 },
    { sourceId: 'teapot', title: 'Teapots', score: 80 },
    { sourceId: 'neither', title: 'Spoons', score: 99 },
  ])
  expect(await search([word('kettles'), word('teapots')])).toEqual([
    'both title',
    'kettle related',
    'teapot related',
  ])
})

test('quotes are kept, and a hyphenated word is joined by posts that hold its parts in other places', async () => {
  await storePosts([
    { sourceId: 'exact', title: 'A tea kettle', score: 10 },
    { sourceId: 'apart', title: 'A kettle for tea', score: 90 },
    { sourceId: 'one', title: 'A kettle', score: 80 },
    { sourceId: 'spoon', title: 'Spoons', score: 70 },
  ])
  expect(await search([phrase('tea kettle')])).toEqual(['exact title'])
  expect(await search([phrase('tea kettle'), word('zither')])).toEqual(['exact related'])
  expect(await search([phrase('kettle tea')])).toEqual(['apart related', 'exact related'])
  expect(await search([phrase('tea kettle'), word('spoons')])).toEqual(['exact related'])
  const said = async (...terms: KeywordTerm[]) => (await ask(terms)).coverage.leftOut
  expect(await said(phrase('kettle tea'))).toMatch(/^No post contains everything in quotes/u)
  expect(await said(phrase('tea kettle'), word('zither'))).toBeNull()
  const hyphenated = { ...phrase('tea kettle'), spellings: ['teakettle', 'tea-kettle'] }
  expect(await search([hyphenated])).toEqual(['apart related', 'exact title'])
})

test('an excluded word is left out of the related posts too', async () => {
  await storePosts([
    { sourceId: 'kept', title: 'A kettle', score: 10 },
    { sourceId: 'left', title: 'A kettle of fish', score: 10 },
  ])
  expect(await search([word('kettle'), word('spoon'), { ...word('fish'), excluded: true }])).toEqual([
    'kept related',
  ])
})

test('of an address only the host is searched, as words', async () => {
  const selftext = 'See https://www.example.com/pricing/kettle.html for more.'
  await storePosts([{ sourceId: 'it', title: 'A post', selftext, score: 50 }])
  expect(await search([word('kettle')])).toEqual([])
  expect(await search([phrase('example com')])).toEqual(['it post'])
})

test('words that are too common to search for are reported', async () => {
  await storePosts([{ sourceId: 'it', title: 'A list for me', score: 50 }])
  const { coverage } = await ask(['the', 'list', 'for', 'me'].map(word))
  expect(coverage.leftOut).toBe(
    'Left out of the search, because nearly every post contains them: "the", "for" and "me".',
  )
  expect((await ask([word('list')])).coverage.leftOut).toBeNull()
})

test('a search that is limited to communities says to which', async () => {
  const keyword = { keyword: 'kettles', terms: [word('kettles')] }
  await storePosts([
    { sourceId: 'in', title: 'Kettles', community: 'Cooking', score: 50 },
    { sourceId: 'out', title: 'Kettles', community: 'travel', score: 60 },
  ])
  const source = archiveSource({
    store: makeArchiveSearchStore(database.db),
    thesaurus,
    suggestSpelling: async () => null,
  })
  const search = async (communities?: string[]) => {
    const limited = communities === undefined ? keyword : { ...keyword, communities }
    const answer = await source.search(limited, { posts: 9, signal: new AbortController().signal })
    return [answer.posts.map(({ post }) => post.sourceId), answer.coverage.leftOut]
  }
  expect(await search()).toEqual([['out', 'in'], null])
  expect(await search(['cooking'])).toEqual([['in'], 'Only posts of 1 community were searched: cooking.'])
  const many = ['cooking', 'a', 'b', 'c', 'd', 'e']
  expect((await search(many))[1]).toBe(
    'Only posts of 6 communities were searched: cooking, a, b, c, d and 1 more. There are no lists or communities “a”, “b”, “c”, “d”, “e” here.',
  )
  // If nothing is searched, no limit is reported.
  const none = { keyword: 'the', terms: [word('the')], communities: ['cooking'] }
  const { coverage } = await source.search(none, { posts: 9, signal: new AbortController().signal })
  expect(coverage.leftOut).toBe(
    'Nothing was searched: the keyword has only words that are too common, or only excluded ones.',
  )
  expect(coverage).toMatchObject({ posts: 0, oldestPostAt: null, newestPostAt: null })
})

test('a misspelt word and related ones are suggested from the words of the archive, and not searched for', async () => {
  await storePosts(
    Array.from({ length: 4 }, (_, at) => ({
      sourceId: `r${at}`,
      title: 'Rental kettles for a restaurant',
      score: 50,
    })),
  )
  // In an archive with many other posts, four matches are few.
  await storePosts(
    Array.from({ length: 1500 }, (_, at) => ({ sourceId: `p${at}`, title: 'A spoon', score: 5 })),
  )
  await countWords({ store: makeWordCountStore(database.db) }, 10_000)
  const misspelt = await ask([word('my'), word('restuarant')], undefined, 'my restuarant')
  expect(misspelt.posts).toEqual([])
  expect(misspelt.coverage.suggestions).toEqual({ didYouMean: 'my restaurant', related: [] })
  const { posts, coverage } = await ask([word('restaurant')])
  expect(coverage.suggestions).toBeUndefined()
  const titles = posts.map(({ post }) => post.title)
  const suggestRelated = makeSuggestRelated(makeSuggestionsStore(database.db), {
    thesaurus: () => [],
    warn: fail,
  })
  expect(await suggestRelated({ terms: [word('restaurant')], titles })).toEqual(['kettles', 'rental'])
  // No form of a searched word is suggested, but an excluded word is.
  const terms = [word('restaurants'), { ...word('kettles'), excluded: true }]
  expect(await suggestRelated({ terms, titles })).toEqual(['kettles', 'rental'])
  expect(await suggestRelated({ terms: [word('kettle')], titles })).toEqual(['rental', 'restaurant'])
})

test('a search whose time is over is stopped, also when it holds the only connection', async () => {
  const pool = openPool({ connectionString: database.url }, { connections: 1, waitMs: 5000, queryMs: 0 })
  const blocker = await database.pool.connect()
  await blocker.query('begin; lock table archive_posts in access exclusive mode')
  const store = makeArchiveSearchStore(drizzle(pool))
  const query = {
    all: "'kettl'",
    exact: '',
    partial: '',
    communities: null,
    samples: false,
    keyword: rankedKeyword([]),
  }
  const time = new AbortController()
  const stopped = expect(store.listCandidates(query, time.signal)).rejects.toMatchObject({ code: '57014' })
  await waitForLocks(database.pool, 1)
  time.abort()
  await stopped
  await blocker.query('rollback')
  blocker.release()
  await pool.end()
})

test('of two posts alike the one with words for what the keyword means comes first, unless it stands in quotes', async () => {
  await storePosts([
    { sourceId: 'home', title: 'Which kettles are quiet?', selftext: 'For my kitchen at home.', score: 51 },
    { sourceId: 'trade', title: 'Which kettles are sold?', selftext: 'Our supplier has a list.', score: 50 },
  ])
  const order = async (asked: KeywordTerm) => (await searchRanked([asked])).map(({ post }) => post.sourceId)
  expect(await order(word('kettles'))).toEqual(['trade', 'home'])
  expect(await order(phrase('kettles'))).toEqual(['home', 'trade'])
})

test('of two posts alike the one of a community about work comes first, once communities were counted', async () => {
  await storePosts([
    { sourceId: 'music', community: 'abletonlive', title: 'How do you change the pitch?', score: 52 },
    { sourceId: 'work', community: 'startups', title: 'How do you write the pitch?', score: 50 },
  ])
  const order = async () => (await searchRanked([word('pitch')])).map(({ post }) => post.sourceId)
  expect(await order()).toEqual(['music', 'work'])
  await database.pool.query(`insert into archive_communities values ('reddit', 'startups', 0.5)`)
  expect(await order()).toEqual(['work', 'music'])
})
