import type { Evidence, SearchResult } from '#contract/search.ts'
import { signalLabel } from '#contract/signal-labels.ts'
import { plainWords } from './markdown-edits.ts'

/** A sentence of a post with its positive or negative points; `start` is its offset in the field. */
export type Reason = { field: Evidence['field']; start: number; text: string; points: number }

export type Explained = Pick<
  SearchResult,
  'title' | 'excerpt' | 'excerptStart' | 'signals' | 'evidence' | 'opportunityScore'
>

const otherWording = 'wording'

/** Points for display, to one decimal, with a sign. */
export function formatPoints(points: number): string {
  const size = Math.round(Math.abs(points) * 10) / 10
  return `${points < 0 && size > 0 ? '−' : '+'}${size}`
}

function standsSomewhere(span: Evidence): boolean {
  return span.end > span.start
}

/** The text of a range of a field; only the part that the result contains. */
function textAt(result: Explained, { field, start, end }: Pick<Evidence, 'field' | 'start' | 'end'>): string {
  const [text, textStart] = field === 'title' ? [result.title, 0] : [result.excerpt, result.excerptStart]
  return text.slice(Math.max(0, start - textStart), Math.max(0, end - textStart))
}

function sumPoints(spans: readonly { points: number }[]): number {
  return Math.round(spans.reduce((sum, span) => sum + span.points, 0) * 10) / 10
}

const fieldOrder = (field: Evidence['field']) => (field === 'title' ? 0 : 1)

function asReason(result: Explained, span: Evidence): Reason {
  return {
    field: span.field,
    start: span.start,
    // If the sentence is outside the excerpt, the response contains its words.
    text: plainWords(span.words ?? textAt(result, span)).replace(/\s+/gu, ' '),
    points: span.points,
  }
}

const inOrder = (reasons: Reason[]): Reason[] =>
  reasons.sort((a, b) => fieldOrder(a.field) - fieldOrder(b.field) || a.start - b.start)

/** The sentences that a summary entry represents, each as an entry. */
export function unshownOf({ signal, field, sentences = [] }: Evidence): Evidence[] {
  return sentences.flatMap((start, at) =>
    at % 3 === 0
      ? [{ signal, field, start, end: sentences[at + 1] ?? start, points: sentences[at + 2] ?? 0 }]
      : [],
  )
}

export type SignalGroup = ReturnType<typeof signalGroup>

export function signalGroup(result: Explained, signal: string) {
  const all = result.evidence.filter((span) => span.signal === signal)
  const rest = all.filter((span) => !standsSomewhere(span))
  return {
    signal,
    label: signalLabel(signal),
    points: sumPoints(all),
    reasons: inOrder(all.filter(standsSomewhere).map((span) => asReason(result, span))),
    /** Other sentences that are too weak or too many to show at once, and their total points. */
    more: inOrder(rest.flatMap(unshownOf).map((span) => asReason(result, span))),
    morePoints: sumPoints(rest),
  }
}

/** All signals with points, sorted by absolute points. */
export function scoreGroups(result: Explained): SignalGroup[] {
  const counted = result.evidence.filter(({ points, signal }) => points !== 0 && signal !== otherWording)
  return [...new Set(counted.map((span) => span.signal))]
    .map((signal) => signalGroup(result, signal))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
}

export function strongestReason({ reasons }: SignalGroup): Reason | undefined {
  return reasons.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))[0]
}

/** Each shown sentence with all its signals and their sum, sorted by absolute points. */
export function strongestSentences(result: Explained) {
  const shown = result.evidence.filter((span) => standsSomewhere(span) && span.points !== 0)
  return [...Map.groupBy(shown, ({ field, start, end }) => `${field} ${start} ${end}`).values()]
    .flatMap((spans) => {
      const [first] = spans
      if (first === undefined) return []
      return [{ ...asReason(result, first), points: sumPoints(spans), signals: spans }]
    })
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
}

/** The points of other wording, with the words that weigh most. */
export function otherWords(result: Explained) {
  const words = cuesBySignal(result).find(({ signal }) => signal === otherWording)
  return { ...signalGroup(result, otherWording), words: words?.cues ?? [] }
}

/** The base score. Correct only for a fully loaded post, because it is the score minus all points. */
export function startingPoints(result: Explained): number {
  return Math.round((result.opportunityScore - sumPoints(result.evidence)) * 10) / 10
}

/** The cue words of each sentence with points, if the result contains them. */
export function cuesBySignal(result: Explained): { signal: string; label: string; cues: string[] }[] {
  return [...Map.groupBy(result.evidence, (span) => span.signal)].flatMap(([signal, spans]) => {
    const cues = spans.flatMap((span) => cuesOf(result, span))
    return cues.length === 0 ? [] : [{ signal, label: signalLabel(signal), cues: [...new Set(cues)] }]
  })
}

function cuesOf(result: Explained, { field, cues = [] }: Evidence): string[] {
  return cues.flatMap((start, at) =>
    at % 2 === 1 ? [] : textAt(result, { field, start, end: cues[at + 1] ?? start }) || [],
  )
}

export function describeEvidence(evidence: readonly Evidence[]): string {
  return evidence
    .map(
      ({ signal, points }) => `${signalLabel(signal)} ${points === 0 ? 'shows here' : formatPoints(points)}`,
    )
    .join('\n')
}
