import type { Model } from '../model/read-model.ts'
import type { Evidence, ScorablePost } from '../post-score.ts'
import type { PostReading, TextReading } from '../read-sentences.ts'
import type { SignalSums } from '../sum-signals.ts'
import { sentenceSpan } from '../text/list-sentences.ts'
import { saysAboutWhat } from './fits-signal.ts'
import { goesOnAfter, isWhole } from './whole-sentence.ts'

/** Everything read from one post. */
export type ScoredReading = { post: ScorablePost; model: Model; reading: PostReading; sums: SignalSums }

/** Longer sentences are not quoted. */
const longestQuote = 240

/** A sentence of a post in the text of its field. */
export type PlacedSentence = {
  field: Evidence['field']
  text: TextReading
  /** The field's text. */
  written: string
  /** The index of the sentence in that text. */
  at: number
  span: { start: number; end: number }
}

export function placeSentence({ post, reading, sums }: ScoredReading, sentence: number): PlacedSentence {
  const inBody = sentence >= sums.inTitle
  const text = inBody ? reading.body : reading.title
  const at = inBody ? sentence - sums.inTitle : sentence
  const field = inBody ? 'selftext' : 'title'
  const tokens = { from: text.sentences.from[at] ?? 0, to: text.sentences.to[at] ?? 0 }
  return { field, text, written: post[field], at, span: sentenceSpan(post[field], text.tokens, tokens) }
}

/** Sentences of one field, the last one included. */
export type SentenceRange = { from: number; to: number }

export type QuotedRange = SentenceRange & { isWhole: boolean }

/** The text from the first of some sentences to the last, cut if it is too long to be quoted. */
export function quoteOf(scored: ScoredReading, range: SentenceRange): string {
  const { field, start, end } = placeRange(scored, range)
  return scored.post[field].slice(start, Math.min(end, start + longestQuote))
}

/** Where some sentences stand. */
export function placeRange(scored: ScoredReading, { from, to }: SentenceRange) {
  const first = placeSentence(scored, from)
  const last = from === to ? first : placeSentence(scored, to)
  return { field: first.field, start: first.span.start, end: last.span.end }
}

/**
 * What to quote for a sentence: itself, or all parts of the long sentence that it is a part of. Null if neither
 * is short enough and whole, with words about something besides a link's URL.
 */
export function quotableRange(scored: ScoredReading, sentence: number): QuotedRange | null {
  const alone = { from: sentence, to: sentence, isWhole: true }
  if (isQuotable(scored, alone)) return alone
  const { from, to } = allParts(scored, sentence)
  return from < to && isQuotable(scored, { from, to }) ? { from, to, isWhole: true } : null
}

/** A sentence that only stands for a listed signal without a better quote: not whole, or like "Any ideas?". */
export function readableRange(scored: ScoredReading, sentence: number): QuotedRange | null {
  const alone = { from: sentence, to: sentence, isWhole: false }
  const { field, start, end } = placeRange(scored, alone)
  return end - start <= longestQuote && hasWords(scored.post[field], { start, end }) ? alone : null
}

function isQuotable(scored: ScoredReading, range: SentenceRange): boolean {
  const { field, start, end } = placeRange(scored, range)
  if (end - start > longestQuote) return false
  const text = scored.post[field]
  return (
    hasWords(text, { start, end }) && saysAboutWhat(text.slice(start, end)) && isWhole(text, { start, end })
  )
}

/** No quotable sentence has more parts. */
const mostParts = 4

function allParts(scored: ScoredReading, sentence: number): SentenceRange {
  const { sums } = scored
  const inTitle = sentence < sums.inTitle
  const first = inTitle ? 0 : sums.inTitle
  const last = (inTitle ? sums.inTitle : sums.sentences) - 1
  const joins = (before: number) => {
    const { field, span } = placeSentence(scored, before)
    return goesOnAfter(scored.post[field], span.end)
  }
  let from = sentence
  let to = sentence
  while (from > first && to - from < mostParts && joins(from - 1)) from--
  while (to < last && to - from < mostParts && joins(to)) to++
  return { from, to }
}

function hasWords(text: string, span: { start: number; end: number }): boolean {
  // Most sentences start with a letter, and checking that is cheaper than a search.
  const first = text.charCodeAt(span.start) | 32
  if (first >= 97 && first <= 122) return true
  return /\p{L}/u.test(withoutTargets(text.slice(span.start, span.end)))
}

/** Cut by offsets, not with a pattern, which would search for the end again from each start. */
function withoutTargets(text: string): string {
  let kept = ''
  let at = 0
  for (;;) {
    const start = text.indexOf('](', at)
    const end = start === -1 ? -1 : text.indexOf(')', start)
    if (end === -1) return kept + text.slice(at)
    kept += text.slice(at, start)
    at = end + 1
  }
}

/** Adds entries for sentences that are not shown, by field; `tenths` are their points by sentence, 0 for others. */
export function addUnshown(
  scored: ScoredReading,
  evidence: Evidence[],
  { signal, tenths }: { signal: Evidence['signal']; tenths: ArrayLike<number> },
): void {
  let entry: Evidence | undefined
  let sum = 0
  for (let sentence = 0; sentence < tenths.length; sentence++) {
    const own = tenths[sentence] ?? 0
    if (own === 0) continue
    const { field, span } = placeSentence(scored, sentence)
    if (entry?.field !== field) {
      entry = { signal, field, start: 0, end: 0, points: 0, sentences: [] }
      evidence.push(entry)
      sum = 0
    }
    sum += own
    entry.points = sum / 10
    entry.sentences?.push(span.start, span.end, own / 10)
  }
}
