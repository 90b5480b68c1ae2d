import { expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { countValues, defaultView, readView, viewResults, writeView } from './result-view.ts'

function result(id: string, own: Partial<SearchResult> = {}): SearchResult {
  return {
    id,
    source: 'reddit',
    title: id,
    subreddit: 'smallbusiness',
    persona: 'Not stated',
    score: 1,
    comments: 0,
    opportunityScore: 50,
    signals: [],
    url: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    excerpt: '',
    excerptStart: 0,
    textCharacters: 0,
    evidence: [],
    match: 'post',
    sample: false,
    ...own,
  }
}

const advanced = (overallScore: number) => ({
  advancedScore: {
    overallScore,
    saasViability: 1,
    marketTiming: 1,
    buildComplexity: 1,
    competitiveLandscape: 1,
    breakdown: [],
  },
})
const ids = (results: readonly SearchResult[]) => results.map((one) => one.id)

const results = [
  result('a', { ...advanced(40), opportunityScore: 90, signals: ['pain'], persona: 'baker', score: null }),
  result('b', { ...advanced(70), opportunityScore: 60, signals: ['pain', 'money'], score: 9 }),
  result('c', { opportunityScore: 80, signals: ['promo'], persona: 'landlord', score: 30 }),
]

test.each([
  ['advancedScore', ['b', 'a', 'c']],
  ['saasScore', ['a', 'c', 'b']],
  ['redditScore', ['c', 'b', 'a']],
  ['signals', ['b', 'a', 'c']],
] as const)('sorted by %s, the highest values come first and unknown values last', (sort, order) => {
  expect(ids(viewResults(results, { ...defaultView, sort }))).toEqual(order)
})

test('sorting by a number sorts the whole list, regardless of relevance', () => {
  const high = { ...advanced(90), score: 900, opportunityScore: 99, signals: ['pain', 'money'] }
  const found = [
    result('title', { ...advanced(10), score: 1, opportunityScore: 5, match: 'title' }),
    result('mention', high),
    result('stray', { ...high, offTopic: true }),
  ]
  for (const sort of ['advancedScore', 'saasScore', 'redditScore', 'signals'] as const) {
    expect(ids(viewResults(found, { ...defaultView, sort }))).toEqual(['mention', 'stray', 'title'])
  }
})

test('"best match" keeps the order of the search, and "newest" sorts only by date', () => {
  const told = [
    result('best', { createdAt: '2026-03-01T00:00:00.000Z' }),
    result('title', { createdAt: '2026-01-01T00:00:00.000Z', match: 'title' }),
    result('newest', { createdAt: '2026-06-01T00:00:00.000Z', match: 'related' }),
  ]
  expect(ids(viewResults(told, { ...defaultView, sort: 'best' }))).toEqual(['best', 'title', 'newest'])
  expect(ids(viewResults(told, { ...defaultView, sort: 'newest' }))).toEqual(['newest', 'best', 'title'])
})

test('a minimum advanced score excludes posts without one, and a minimum of zero excludes none', () => {
  expect(ids(viewResults(results, { ...defaultView, leastAdvanced: 10 }))).toEqual(['b', 'a'])
  expect(viewResults(results, defaultView)).toHaveLength(3)
})

test('a post needs one of the chosen signals and one of the chosen personas', () => {
  const view = { ...defaultView, signals: ['money', 'promo'] }
  expect(ids(viewResults(results, view))).toEqual(['b', 'c'])
  expect(ids(viewResults(results, { ...view, personas: ['landlord', 'baker'] }))).toEqual(['c'])
  expect(ids(viewResults(results, { ...defaultView, leastScore: 80 }))).toEqual(['a', 'c'])
})

test('a minimum number of upvotes excludes posts with unknown upvotes, and a minimum of zero excludes none', () => {
  expect(ids(viewResults(results, { ...defaultView, leastUpvotes: 9 }))).toEqual(['b', 'c'])
  expect(viewResults(results, { ...defaultView, leastUpvotes: 0 })).toHaveLength(3)
})

test('whole days count, including the first and the last', () => {
  const dated = [
    result('early', { createdAt: '2026-01-01T00:00:00.000Z' }),
    result('late', { createdAt: '2026-01-03T23:59:59.999Z' }),
  ]
  const between = (from: string, to: string) => ids(viewResults(dated, { ...defaultView, from, to }))
  expect(between('2026-01-01', '2026-01-03')).toEqual(['early', 'late'])
  expect(between('2026-01-02', '')).toEqual(['late'])
  expect(between('', '2026-01-02')).toEqual(['early'])
  expect(between('2026-01-03', '2026-01-01')).toEqual([])
})

test('a post needs one of the chosen communities, and a source without communities counts as one', () => {
  const placed = [
    result('a'),
    result('b', { subreddit: '', source: 'hacker-news' }),
    result('c', { subreddit: 'x' }),
  ]
  const view = { ...defaultView, communities: ['hacker-news', 'x'] }
  expect(ids(viewResults(placed, view))).toEqual(['b', 'c'])
})

test('a view is stored in the URL and keeps the other parameters', () => {
  const view = {
    sort: 'signals' as const,
    leastScore: 20,
    leastAdvanced: 30,
    leastUpvotes: 12,
    from: '2026-01-31',
    to: '2026-11-21',
    signals: ['pain'],
    personas: ['x&y'],
    communities: ['a', 'b c'],
  }
  const address = writeView(new URLSearchParams('q=crm&session=abc&sort=junk'), view)
  expect(readView(new URLSearchParams(address.toString()))).toEqual(view)
  expect(address.get('q')).toBe('crm')
  expect(writeView(address, defaultView).toString()).toBe('q=crm&session=abc')
})

test('invalid parameters give the default', () => {
  const nonsense = 'sort=worst&saas=-10&advanced=55&upvotes=1.5&from=yesterday&to=2026-13-45'
  expect(readView(new URLSearchParams(nonsense))).toEqual(defaultView)
})

test('values are offered with their counts, the most common first', () => {
  expect(countValues(results, (one) => one.signals)).toEqual([
    { value: 'pain', count: 2 },
    { value: 'money', count: 1 },
    { value: 'promo', count: 1 },
  ])
})
