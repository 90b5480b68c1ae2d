import type { Evidence, SearchResult } from '#contract/search.ts'
import { signalLabel } from './signal-label.ts'

/** One line of the sum that makes a score. `words` is null when they stand outside what was sent. */
export type ScoreLine = { key: string; label: string; points: number; words: string | null; inTitle: boolean }

/** A signal with everything it gave or took, and the first words it was seen in. */
export type SignalTotal = { signal: string; label: string; points: number; words: string | null }

type Explained = Pick<
  SearchResult,
  'title' | 'excerpt' | 'excerptStart' | 'signals' | 'evidence' | 'opportunityScore'
>

/** Points as people read them, to one decimal, with their sign. */
export function formatPoints(points: number): string {
  const size = Math.round(Math.abs(points) * 10) / 10
  return `${points < 0 && size > 0 ? '−' : '+'}${size}`
}

/** The words a span stands on, or null when the excerpt does not reach it. */
function wordsOf(result: Explained, span: Evidence): string | null {
  const [text, textStart] = span.field === 'title' ? [result.title, 0] : [result.excerpt, result.excerptStart]
  const from = span.start - textStart
  const to = span.end - textStart
  return from >= 0 && to <= text.length && from < to ? text.slice(from, to).replace(/\s+/gu, ' ') : null
}

/** Every point given or taken, most first. */
export function scoreLines(result: Explained): ScoreLine[] {
  return result.evidence
    .map((span, index) => ({
      key: `${span.signal}-${span.field}-${span.start}-${index}`,
      label: signalLabel(span.signal),
      points: span.points,
      words: wordsOf(result, span),
      inTitle: span.field === 'title',
    }))
    .sort((a, b) => b.points - a.points)
}

/** What the lines do not explain: the value every post starts from, and the ends of the scale. */
export function unexplainedPoints(result: Explained): number {
  const explained = result.evidence.reduce((sum, span) => sum + span.points, 0)
  return Math.round((result.opportunityScore - explained) * 10) / 10
}

/** The post's signals in the scorer's order, each with its sum. */
export function signalTotals(result: Explained): SignalTotal[] {
  return result.signals.map((signal) => {
    const spans = result.evidence.filter((span) => span.signal === signal)
    const strongest = [...spans].sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    const words = strongest.map((span) => wordsOf(result, span)).find((found) => found !== null)
    return {
      signal,
      label: signalLabel(signal),
      points: spans.reduce((sum, span) => sum + span.points, 0),
      words: words ?? null,
    }
  })
}

/** What stands behind a piece of highlighted text, one line for each signal. */
export function describeEvidence(evidence: readonly Evidence[]): string {
  return evidence.map((span) => `${signalLabel(span.signal)} ${formatPoints(span.points)}`).join('\n')
}
