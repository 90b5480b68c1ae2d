import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Evidence, PostScore, ScorablePost } from '#scoring/score-post.ts'
import { scorePost } from '#tests/harness/scorer.ts'

type Place = Pick<Evidence, 'signal' | 'field' | 'start' | 'end' | 'points'>

const tenths = (points: number) => Math.round(10 * points)
const sumOf = (some: readonly { points: number }[]) =>
  some.reduce((sum, { points }) => sum + tenths(points), 0)
const isShown = ({ start, end }: Place) => end > start

/** The sentences that an entry represents. */
function sentencesOf({ signal, field, sentences = [] }: Evidence): Place[] {
  return sentences.flatMap((start, at) =>
    at % 3 === 0
      ? [{ signal, field, start, end: sentences[at + 1] ?? 0, points: sentences[at + 2] ?? 0 }]
      : [],
  )
}

/** All sentences of the evidence, each with its signal and points. */
const quotesOf = ({ evidence }: PostScore): Place[] =>
  evidence.flatMap((one) => (isShown(one) ? [one] : sentencesOf(one)))

/**
 * The post without some sentences. Their closing punctuation stays, so that other sentences are not joined.
 */
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
/** Real posts, if they are in the folder beside the project. We may not store their texts. */
const realFiles = ['../../shared/scoring/modern.jsonl', '../../shared/scoring/development.jsonl']
const real = realFiles
  .filter((path) => existsSync(new URL(path, import.meta.url)))
  .flatMap((path) => read(path).trim().split('\n'))
  .map((line) => {
    const { title, selftext, subreddit } = JSON.parse(line)
    return { title, selftext, community: subreddit }
  })
const posts = [...written, ...real]
/** Strong posts, few enough to be rescored sentence by sentence. */
const strong = posts.filter((post) => scorePost(post).opportunityScore >= 40).slice(0, 400)

describe('the points of a post', () => {
  test('equal the points of its quotes and, with the base, add up to the score', () => {
    for (const post of posts) {
      const score = scorePost(post)
      const { base, evidence, opportunityScore } = score
      expect(10 * base + sumOf(quotesOf(score)), post.title).toBe(10 * opportunityScore)
      for (const entry of evidence.filter((one) => !isShown(one)))
        expect(sumOf(sentencesOf(entry)), `${entry.signal} of ${post.title}`).toBe(tenths(entry.points))
    }
  })

  test('are shown for at most twelve quotes of at most 240 characters, each with half a point or more', () => {
    for (const post of posts) {
      const shown = scorePost(post).evidence.filter(isShown)
      expect(shown.length).toBeLessThanOrEqual(12)
      for (const { start, end, points } of shown) {
        expect(Math.abs(points), post.title).toBeGreaterThanOrEqual(0.5)
        expect(end - start).toBeLessThanOrEqual(240)
      }
    }
  })

  test('belong to one sentence each, and no sentence counts twice for a signal', () => {
    for (const post of posts) {
      const quotes = quotesOf(scorePost(post))
      const places = quotes.map(({ signal, field, start }) => `${signal} ${field} ${start}`)
      expect(new Set(places).size, post.title).toBe(places.length)
      for (const { field, start, end } of quotes) expect(post[field].slice(start, end).trim()).not.toBe('')
    }
  })

  test('of a signal disappear when all of its sentences are removed', () => {
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
    // Many sentences without points may get points once the clear ones are removed.
    expect(kept / signals).toBeLessThan(0.01)
  })

  test('for a need are never shown for a sentence whose removal raises the score', () => {
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
