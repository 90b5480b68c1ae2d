import { characterStart } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import type { Evidence } from '#contract/search.ts'
import type { PostScore, ScorablePost } from '#scoring/score-post.ts'

type Span = Pick<PostScore['evidence'][number], 'field' | 'start' | 'end' | 'points'>

function weightWithin(spans: readonly Span[], start: number, end: number): number {
  let weight = 0
  for (const span of spans) {
    if (span.start >= start && span.end <= end) weight += Math.abs(span.points)
  }
  return weight
}

/** Moves an offset back to the start of a word, so that an excerpt starts with a whole word. */
function wordStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && offset - start < 40 && !/\s/u.test(text.charAt(start - 1))) start -= 1
  return characterStart(text, start)
}

function wordEnd(text: string, offset: number): number {
  if (offset >= text.length) return text.length
  let end = offset
  while (offset - end < 40 && !/\s/u.test(text.charAt(end))) end -= 1
  if (offset - end >= 40) end = offset
  return characterStart(text, end)
}

type Excerpt = { excerpt: string; excerptStart: number }

/** The part of a text with the strongest evidence: up to 360 characters that start and end between words. */
export function excerptOf(selftext: string, evidence: readonly Span[]): Excerpt {
  const length = limits.excerptCharacters
  if (selftext.length <= length) return { excerpt: selftext, excerptStart: 0 }
  const spans = evidence.filter((one) => one.field === 'selftext')
  let best = { start: 0, weight: weightWithin(spans, 0, length) }
  for (const span of spans) {
    const start = Math.max(0, Math.min(span.start - 60, selftext.length - length))
    const weight = weightWithin(spans, start, start + length)
    if (weight > best.weight) best = { start, weight }
  }
  const excerptStart = wordStart(selftext, best.start)
  return { excerpt: selftext.slice(excerptStart, wordEnd(selftext, best.start + length)), excerptStart }
}

/** Adds the text of evidence that is outside title and excerpt. */
function withWords(post: ScorablePost, score: PostScore, { excerpt, excerptStart }: Excerpt): Evidence[] {
  const excerptEnd = excerptStart + excerpt.length
  return score.evidence.map((one) => {
    const shown = one.field === 'title' || (one.start >= excerptStart && one.end <= excerptEnd)
    return shown || one.start === one.end ? one : { ...one, words: post.selftext.slice(one.start, one.end) }
  })
}

/** The whole result of scoring apart from the numbers, in a format that earlier versions can also read. */
export type ResultSummary = Excerpt & {
  title: string
  subreddit: string
  persona: string
  opportunityScore: number
  signals: string[]
  textCharacters: number
  evidence: Evidence[]
  base: number
}

/** Computed once when a post is scored, so that searches need not read full texts. */
export function summaryOf(post: ScorablePost, score: PostScore): ResultSummary {
  const excerpt = excerptOf(post.selftext, score.evidence)
  return {
    title: post.title,
    subreddit: post.community,
    persona: score.persona,
    opportunityScore: score.opportunityScore,
    signals: score.signals,
    ...excerpt,
    textCharacters: post.selftext.length,
    evidence: withWords(post, score, excerpt),
    base: score.base,
  }
}

/**
 * The best reason for a list, without cues: the sentence with the most points. The first one if several are
 * equal; null if none has points.
 */
export function reasonOf({ evidence }: Pick<ResultSummary, 'evidence'>): Evidence | null {
  const [strongest] = evidence
    .filter(({ start, end, points }) => end > start && points > 0)
    .sort((a, b) => b.points - a.points)
  if (strongest === undefined) return null
  const { cues: _, ...reason } = strongest
  return reason
}

type WithReason = Excerpt & { title: string; reason: Evidence | null }

/** The words of the post's best reason; null if there is no reason. */
export function reasonWords({ title, excerpt, excerptStart, reason }: WithReason): string | null {
  if (reason === null || reason.start === reason.end) return null
  const [text, from] = reason.field === 'title' ? [title, 0] : [excerpt, excerptStart]
  return reason.words ?? text.slice(reason.start - from, reason.end - from)
}

export const oneLine = (text: string): string => text.split(/\s+/u).join(' ').trim()

/** The words of the best reason, to be shown below the title; null also if the title contains these words. */
export function reasonBelowTitle(post: WithReason): string | null {
  const words = reasonWords(post)
  return words === null || oneLine(post.title).includes(oneLine(words)) ? null : words
}

/** The columns that lists of results read, computed from a post's summary. */
export function shownOf(summary: ResultSummary) {
  const { excerpt, excerptStart, textCharacters } = summary
  return { excerpt, excerptStart, textCharacters, reason: reasonOf(summary) }
}

/** The placeholder score of a post in another language, which the scorer cannot read. */
export const unscored: PostScore = {
  opportunityScore: 0,
  exactScore: 0,
  base: 0,
  signals: [],
  persona: 'Not stated',
  evidence: [],
}

/** The stored columns of a score. */
export type StoredScore = Omit<PostScore, 'evidence' | 'base' | 'exactScore'> &
  Pick<ResultSummary, 'excerpt' | 'excerptStart' | 'textCharacters'> & {
    reason: Evidence | null
    summary: ResultSummary
    /**
     * The language of the post; null or absent for English. Posts in other languages are stored without a
     * score, and no search finds them.
     */
    language?: string | null
  }

export function storedScoreOf(post: ScorablePost, score: PostScore): StoredScore {
  const { opportunityScore, signals, persona } = score
  const summary = summaryOf(post, score)
  return { opportunityScore, signals, persona, ...shownOf(summary), summary }
}
