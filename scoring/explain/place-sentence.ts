import type { Model } from '../model/read-model.ts'
import type { Evidence, ScorablePost } from '../post-score.ts'
import type { PostReading, TextReading } from '../read-sentences.ts'
import type { SignalSums } from '../sum-signals.ts'
import { sentenceSpan } from '../text/list-sentences.ts'
import { saysAboutWhat } from './says-about-what.ts'
import { goesOnAfter, isComplete, isWhole } from './whole-sentence.ts'

/** Everything that was read from one post, and the positions of the sentences that were needed so far. */
export type ScoredReading = {
  post: ScorablePost
  model: Model
  reading: PostReading
  sums: SignalSums
  places: KnownPlaces
}

/**
 * The start and end of each sentence (-1 if not needed yet), and the range to quote for it. Reused between
 * posts.
 */
export type KnownPlaces = ReturnType<typeof emptyPlaces>

export function emptyPlaces() {
  const quotable: (QuotedRange | null | undefined)[] = []
  return { start: new Int32Array(64), end: new Int32Array(64), quotable }
}

/** Clears the positions, with space for the sentences of the next post. */
export function clearPlaces(places: KnownPlaces, sentences: number): void {
  if (places.start.length < sentences) {
    places.start = new Int32Array(2 * sentences)
    places.end = new Int32Array(2 * sentences)
  }
  for (let sentence = 0; sentence < sentences; sentence++) {
    places.start[sentence] = -1
    places.quotable[sentence] = undefined
  }
}

/** Longer sentences are not quoted. */
const longestQuote = 240

/** A sentence of a post: its field as read and as written, and its number within the field. */
export type PlacedSentence = { text: TextReading; written: string; at: number }

export function placeSentence({ post, reading, sums }: ScoredReading, sentence: number): PlacedSentence {
  return sentence < sums.inTitle
    ? { text: reading.title, written: post.title, at: sentence }
    : { text: reading.body, written: post.selftext, at: sentence - sums.inTitle }
}

export function fieldOf({ sums }: ScoredReading, sentence: number): Evidence['field'] {
  return sentence < sums.inTitle ? 'title' : 'selftext'
}

export function startOf(scored: ScoredReading, sentence: number): number {
  const { start } = scored.places
  if ((start[sentence] ?? 0) < 0) findSpan(scored, sentence)
  return start[sentence] ?? 0
}

export function endOf(scored: ScoredReading, sentence: number): number {
  const { start, end } = scored.places
  if ((start[sentence] ?? 0) < 0) findSpan(scored, sentence)
  return end[sentence] ?? 0
}

function findSpan(scored: ScoredReading, sentence: number): void {
  const { text, written, at } = placeSentence(scored, sentence)
  const { from, to } = text.sentences
  const span = sentenceSpan(written, text.tokens, { from: from[at] ?? 0, to: to[at] ?? 0 })
  scored.places.start[sentence] = span.start
  scored.places.end[sentence] = span.end
}

/** Sentences of one field, from the first to the last inclusive. */
export type SentenceRange = { from: number; to: number }

export type QuotedRange = SentenceRange & { saysMuch: boolean }

/** The text from the first to the last sentence of a range. A text that is too long for a quote is cut. */
export function quoteOf(scored: ScoredReading, range: SentenceRange): string {
  const { field, start, end } = placeRange(scored, range)
  return scored.post[field].slice(start, Math.min(end, start + longestQuote))
}

/** The field of some sentences, and their start and end in it. */
export function placeRange(scored: ScoredReading, { from, to }: SentenceRange) {
  return { field: fieldOf(scored, from), start: startOf(scored, from), end: endOf(scored, to) }
}

/**
 * The range to quote for a sentence: the sentence itself, or all parts of the long sentence to which it
 * belongs. Null if both are too long, incomplete or only a URL.
 */
export function quotableRange(scored: ScoredReading, sentence: number): QuotedRange | null {
  const { quotable } = scored.places
  // Cached, because several signals need the same sentence.
  const known = quotable[sentence]
  if (known !== undefined) return known
  const found = findQuotable(scored, sentence)
  quotable[sentence] = found
  return found
}

function findQuotable(scored: ScoredReading, sentence: number): QuotedRange | null {
  const alone = { from: sentence, to: sentence, saysMuch: true }
  if (isQuotable(scored, alone)) return alone
  const { from, to } = allParts(scored, sentence)
  return from < to && isQuotable(scored, { from, to }) ? { from, to, saysMuch: true } : null
}

/**
 * The range to quote if a listed signal has no better quote. The beginning of the sentence may be missing, or
 * the sentence may say as little as "Any ideas?".
 */
export function readableRange(scored: ScoredReading, sentence: number): QuotedRange | null {
  const alone = { from: sentence, to: sentence, saysMuch: false }
  const { field, start, end } = placeRange(scored, alone)
  const text = scored.post[field]
  const span = { start, end }
  return end - start <= longestQuote && hasWords(text, span) && isComplete(text, span) ? alone : null
}

function isQuotable(scored: ScoredReading, range: SentenceRange): boolean {
  const { field, start, end } = placeRange(scored, range)
  if (end - start > longestQuote) return false
  const text = scored.post[field]
  const span = { start, end }
  return hasWords(text, span) && saysAboutWhat(text, span) && isWhole(text, span)
}

/** A sentence that can be quoted has at most this many parts. */
const mostParts = 4

function allParts(scored: ScoredReading, sentence: number): SentenceRange {
  const { sums } = scored
  const inTitle = sentence < sums.inTitle
  const first = inTitle ? 0 : sums.inTitle
  const last = (inTitle ? sums.inTitle : sums.sentences) - 1
  const text = scored.post[fieldOf(scored, sentence)]
  const joins = (before: number) => goesOnAfter(text, endOf(scored, before))
  let from = sentence
  let to = sentence
  while (from > first && to - from < mostParts && joins(from - 1)) from--
  while (to < last && to - from < mostParts && joins(to)) to++
  return { from, to }
}

function hasWords(text: string, span: { start: number; end: number }): boolean {
  // Most sentences start with a letter. Testing the first character is faster than searching.
  const first = text.charCodeAt(span.start) | 32
  if (first >= 97 && first <= 122) return true
  return /\p{L}/u.test(withoutTargets(text.slice(span.start, span.end)))
}

/** Removes the targets of links. Uses offsets, because a pattern would take quadratic time. */
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

/**
 * Adds one entry per field for the sentences that are not shown. `tenths` has the points of each unshown
 * sentence, and 0 for the other sentences.
 */
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
    const field = fieldOf(scored, sentence)
    if (entry?.field !== field) {
      entry = { signal, field, start: 0, end: 0, points: 0, sentences: [] }
      evidence.push(entry)
      sum = 0
    }
    sum += own
    entry.points = sum / 10
    entry.sentences?.push(startOf(scored, sentence), endOf(scored, sentence), own / 10)
  }
}
