import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Evidence, PostScore, ScorablePost } from '#scoring/score-post.ts'
import { scorePost } from '#tests/harness/scorer.ts'

type Place = Pick<Evidence, 'signal' | 'field' | 'start' | 'end' | 'points'>

const tenths = (points: number) => Math.round(10 * points)
const sumOf = (some: readonly { points: number }[]) =>
  some.reduce((sum, { points }) => sum + tenths(points), 0)
const isShown = ({ start, end }: Place) => end > start

/** The sentences that an entry stands for. */
function sentencesOf({ signal, field, sentences = [] }: Evidence): Place[] {
  return sentences.flatMap((start, at) =>
    at % 3 === 0
      ? [{ signal, field, start, end: sentences[at + 1] ?? 0, points: sentences[at + 2] ?? 0 }]
      : [],
  )
}

/** All sentences with their points, by signal. */
const quotesOf = ({ evidence }: PostScore): Place[] =>
  evidence.flatMap((one) => (isShown(one) ? [one] : sentencesOf(one)))

/** The post without some sentences; their closing punctuation stays, so that no others are joined. */
function without(post: ScorablePost, places: readonly Place[]): ScorablePost {
  const left = { ...post }
  for (const { field, start, end } of places) {
    const text = left[field]
    left[field] = text.slice(0, start) + text.slice(start, end).replace(/[^\n.!?]/gu, ' ') + text.slice(end)
  }
  return left
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const written = JSON.parse(read('../learning/data/written-posts.json')) as ScorablePost[]
/** Real posts, whose texts we may not store, if they are beside the project. */
const realFiles = ['../../shared/scoring/modern.jsonl', '../../shared/scoring/development.jsonl']
const real = realFiles
  .filter((path) => existsSync(new URL(path, import.meta.url)))
  .flatMap((path) => read(path).trim().split('\n'))
  .map((line) => {
    const { title, selftext, subreddit } = JSON.parse(line)
    return { title, selftext, community: subreddit }
  })
const posts = [...written, ...real]
/** As many as can be rescored sentence by sentence. */
const strong = posts.filter((post) => scorePost(post).opportunityScore >= 40).slice(0, 400)

describe('the points of a post', () => {
  test('are those of its quotes, to the last tenth, and with the base the score', () => {
    for (const post of posts) {
      const score = scorePost(post)
      const { base, evidence, opportunityScore } = score
      expect(10 * base + sumOf(quotesOf(score)), post.title).toBe(10 * opportunityScore)
      for (const entry of evidence.filter((one) => !isShown(one)))
        expect(sumOf(sentencesOf(entry)), `${entry.signal} of ${post.title}`).toBe(tenths(entry.points))
    }
  })

  test('stand beside quotes of half a point and more, at most twelve of at most 240 characters', () => {
    for (const post of posts) {
      const shown = scorePost(post).evidence.filter(isShown)
      expect(shown.length).toBeLessThanOrEqual(12)
      for (const { start, end, points } of shown) {
        expect(Math.abs(points), post.title).toBeGreaterThanOrEqual(0.5)
        expect(end - start).toBeLessThanOrEqual(240)
      }
    }
  })

  test('have a sentence each, and none is counted twice for a signal', () => {
    for (const post of posts) {
      const quotes = quotesOf(scorePost(post))
      const places = quotes.map(({ signal, field, start }) => `${signal} ${field} ${start}`)
      expect(new Set(places).size, post.title).toBe(places.length)
      for (const { field, start, end } of quotes) expect(post[field].slice(start, end).trim()).not.toBe('')
    }
  })

  test('of a signal are gone where all of its sentences are', () => {
    let signals = 0
    let kept = 0
    for (const post of strong) {
      const quotes = quotesOf(scorePost(post)).filter(({ signal }) => signal !== 'wording')
      for (const [signal, own] of Map.groupBy(quotes, (one) => one.signal)) {
        const left = scorePost(without(post, own)).evidence.filter((one) => one.signal === signal)
        signals++
        if (Math.abs(sumOf(left)) > 5) kept++
      }
    }
    expect(signals).toBeGreaterThan(1000)
    // Many sentences without points may get some once the clear ones are removed.
    expect(kept / signals).toBeLessThan(0.01)
  })

  test('for a need are never beside a sentence without which the score is higher', () => {
    let erased = 0
    for (const post of strong) {
      const score = scorePost(post)
      const shown = score.evidence.filter(isShown)
      for (const own of Map.groupBy(shown, ({ field, start }) => `${field} ${start}`).values()) {
        if (sumOf(own) <= 0) continue
        erased++
        expect(scorePost(without(post, own)).exactScore, post.title).toBeLessThan(score.exactScore + 1)
      }
    }
    expect(erased).toBeGreaterThan(1000)
  })
})
