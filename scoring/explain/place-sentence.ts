import type { Model } from '../model/read-model.ts'
import type { Evidence, ScorablePost } from '../post-score.ts'
import type { PostReading, TextReading } from '../read-sentences.ts'
import type { SignalSums } from '../sum-signals.ts'
import { sentenceSpan } from '../text/list-sentences.ts'

/** Everything read from one post. */
export type ScoredReading = { post: ScorablePost; model: Model; reading: PostReading; sums: SignalSums }

/** Longer sentences are not quoted. */
const longestQuote = 240

/** A sentence of a post in the text of its field. */
export type PlacedSentence = {
  field: Evidence['field']
  text: TextReading
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
  return { field, text, at, span: sentenceSpan(post[field], text.tokens, tokens) }
}

/** Whether a sentence can be quoted: short enough, with more text than a link's URL. */
export function isQuotable({ post }: ScoredReading, { field, span }: PlacedSentence): boolean {
  if (span.end - span.start > longestQuote) return false
  const text = post[field]
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
