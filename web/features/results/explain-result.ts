import type { Evidence, SearchResult } from '#contract/search.ts'
import { signalLabel } from '#contract/signal-labels.ts'
import { plainWords } from './markdown-edits.ts'

/** A sentence of a post and the points it gave or took; `start` is where it begins in its field. */
export type Reason = { field: Evidence['field']; start: number; text: string; points: number }

export type Explained = Pick<
  SearchResult,
  'title' | 'excerpt' | 'excerptStart' | 'signals' | 'evidence' | 'opportunityScore'
>

const otherWording = 'wording'

/** Points as people read them, to one decimal, with their sign. */
export function formatPoints(points: number): string {
  const size = Math.round(Math.abs(points) * 10) / 10
  return `${points < 0 && size > 0 ? '−' : '+'}${size}`
}

function standsSomewhere(span: Evidence): boolean {
  return span.end > span.start
}

/** A piece of a field, as far as the result holds it. */
function textAt(result: Explained, { field, start, end }: Pick<Evidence, 'field' | 'start' | 'end'>): string {
  const [text, textStart] = field === 'title' ? [result.title, 0] : [result.excerpt, result.excerptStart]
  return text.slice(Math.max(0, start - textStart), Math.max(0, end - textStart))
}

function sumPoints(spans: readonly { points: number }[]): number {
  return Math.round(spans.reduce((sum, span) => sum + span.points, 0) * 10) / 10
}

const fieldOrder = (field: Evidence['field']) => (field === 'title' ? 0 : 1)

export type SignalGroup = ReturnType<typeof signalGroup>

export function signalGroup(result: Explained, signal: string) {
  const all = result.evidence.filter((span) => span.signal === signal)
  const shown = all.filter(standsSomewhere)
  const others = sumPoints(all.filter((span) => !standsSomewhere(span)))
  return {
    signal,
    label: signalLabel(signal),
    points: sumPoints(all),
    reasons: shown
      .map((span) => ({
        field: span.field,
        start: span.start,
        // Sent with it when the excerpt does not reach it.
        text: plainWords(span.words ?? textAt(result, span)).replace(/\s+/gu, ' '),
        points: span.points,
      }))
      .sort((a, b) => fieldOrder(a.field) - fieldOrder(b.field) || a.start - b.start),
    /** What its other sentences gave, which are too weak or too many to show. */
    others,
    /** Several sentences show it, none of them clearly by itself. */
    isTogether: others !== 0 && shown.length > 0 && shown.every(({ points }) => points === 0),
  }
}

/** Every signal that gave or took points, the one that moved the score most first. */
export function scoreGroups(result: Explained): SignalGroup[] {
  const counted = result.evidence.filter(({ points, signal }) => points !== 0 && signal !== otherWording)
  return [...new Set(counted.map((span) => span.signal))]
    .map((signal) => signalGroup(result, signal))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
}

export function strongestReason({ reasons }: SignalGroup): Reason | undefined {
  return reasons.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))[0]
}

/** What words gave or took beside every signal. */
export function otherPoints(result: Explained): number {
  return sumPoints(result.evidence.filter(({ signal }) => signal === otherWording))
}

/** What the evidence of a post that is read whole leaves of its score: the base. */
export function startingPoints(result: Explained): number {
  return Math.round((result.opportunityScore - sumPoints(result.evidence)) * 10) / 10
}

/** The words that told each sentence that gave or took points, where the result holds them. */
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
