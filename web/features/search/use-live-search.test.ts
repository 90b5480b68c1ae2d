import { describe, expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { countWaiting, cutOff, type LiveSearch, learn, settle } from './use-live-search.ts'

function makeResult(id: string, own: Partial<SearchResult> = {}): SearchResult {
  const numbers = { opportunityScore: 50, excerptStart: 0, textCharacters: 0, score: null, comments: null }
  const words = { title: id, subreddit: 'made', persona: 'Not stated', excerpt: '', url: null }
  const rest = { signals: [], evidence: [], createdAt: '2026-01-01T00:00:00Z', sample: false }
  return { id, source: 'made', match: 'post', ...numbers, ...words, ...rest, ...own }
}

const resultsOf = (...ids: string[]) => ids.map((id) => makeResult(id))
const idsOf = (results: readonly SearchResult[]) => results.map(({ id }) => id).join(' ')
const place = (id: string) => ({ source: 'made', id, match: 'post' as const })

const first: LiveSearch = { sources: [], all: resultsOf('a', 'b'), ended: false }
const asking = { event: 'progress', data: { source: 'reddit', state: 'asking' } } as const

describe('the list while posts arrive', () => {
  test('keeps seen posts in place, adds posts that rank below, and holds back posts that rank above', () => {
    const shown = resultsOf('a', 'b', 'c', 'd')
    const all = resultsOf('new1', 'a', 'new2', 'b', 'new3', 'c', 'new4', 'd', 'new5')
    expect(idsOf(settle(shown, all, 2))).toBe('a b new3 c new4 d new5')
    expect(countWaiting(settle(shown, all, 2), all)).toBe(2)
  })

  test('adds all posts if none is seen, and holds back all if every post is seen', () => {
    const all = resultsOf('new1', 'a', 'b')
    expect(idsOf(settle(resultsOf('a', 'b'), all, 0))).toBe('new1 a b')
    expect(idsOf(settle(resultsOf('a', 'b'), all, 2))).toBe('a b')
  })

  test('removes posts below the window that are not in the final order, but never posts in view', () => {
    expect(idsOf(settle(resultsOf('a', 'gone', 'b', 'lost'), resultsOf('a', 'b', 'new'), 3))).toBe(
      'a gone b new',
    )
  })

  test('keeps sample posts in view until the reader shows the real posts that replace them', () => {
    const samples = resultsOf('sample1', 'sample2', 'sample3')
    expect(idsOf(settle(samples, resultsOf('real'), 2))).toBe('sample1 sample2 sample3')
    expect(idsOf(settle(samples, [], 2))).toBe('')
  })
})

describe('the state of a search', () => {
  test("contains one entry for each source, and all posts in the server's order", () => {
    let live = learn(first, asking)
    live = learn(live, { event: 'progress', data: { source: 'reddit', state: 'answered', posts: 2 } })
    expect(live.sources).toEqual([{ source: 'reddit', state: 'answered', posts: 2 }])
    const order = [{ ...place('c'), match: 'title' as const }, place('a'), place('unknown'), place('b')]
    live = learn(live, {
      event: 'posts',
      data: { source: 'reddit', results: [makeResult('c'), makeResult('b', { score: 9 })], order },
    })
    expect(idsOf(live.all)).toBe('c a b')
    expect(live.all.map(({ match, score }) => [match, score])).toEqual([
      ['title', null],
      ['post', null],
      ['post', 9],
    ])
    expect(live.ended).toBe(false)
  })

  test('updates the other places of a post', () => {
    const alsoPostedIn = [{ source: 'made', id: 'b', subreddit: 'other', url: null }]
    const rest = { results: [], count: 1, coverage: [], scorerVersion: '1' }
    let live = learn(first, {
      event: 'done',
      data: { ...rest, order: [{ ...place('a'), alsoPostedIn }] },
    })
    expect(live.all.map((one) => one.alsoPostedIn)).toEqual([alsoPostedIn])
    live = learn(live, { event: 'done', data: { ...rest, order: [place('a')] } })
    expect(live.all[0]).not.toHaveProperty('alsoPostedIn')
    expect(live.ended).toBe(true)
  })

  test('marks as failed all sources that had not answered when the connection ended', () => {
    const answered = { source: 'hacker-news', state: 'answered', posts: 1 } as const
    const live = learn(learn(first, asking), { event: 'progress', data: answered })
    expect(cutOff(live)).toMatchObject({
      ended: true,
      sources: [
        { source: 'reddit', state: 'failed', reason: expect.stringContaining('connection') },
        answered,
      ],
    })
  })
})
