import type { Evidence, SearchResult } from '#contract/search.ts'
import { signalLabel } from './signal-label.ts'

/** Words of a post and the points they gave or took. */
type CountedWords = { text: string; points: number; inTitle: boolean }

/** Everything one signal gave or took. */
export type SignalGroup = {
  signal: string
  label: string
  points: number
  words: CountedWords[]
}

type Explained = Pick<
  SearchResult,
  'title' | 'excerpt' | 'excerptStart' | 'signals' | 'evidence' | 'base' | 'opportunityScore'
>

/** Points as people read them, to one decimal, with their sign. */
export function formatPoints(points: number): string {
  const size = Math.round(Math.abs(points) * 10) / 10
  return `${points < 0 && size > 0 ? '−' : '+'}${size}`
}

/** The words a span stands on: sent with it when the excerpt does not reach them. */
function wordsOf(result: Explained, span: Evidence): string {
  const [text, textStart] = span.field === 'title' ? [result.title, 0] : [result.excerpt, result.excerptStart]
  const words =
    span.words ?? text.slice(Math.max(0, span.start - textStart), Math.max(0, span.end - textStart))
  return words.replace(/\s+/gu, ' ')
}

function sumPoints(spans: readonly { points: number }[]): number {
  return Math.round(spans.reduce((sum, span) => sum + span.points, 0) * 10) / 10
}

/** The same words counted more than once become one entry. */
function mergeWords(words: readonly CountedWords[]): CountedWords[] {
  const merged = new Map<string, CountedWords>()
  for (const one of words) {
    const before = merged.get(one.text.toLowerCase())
    const points = sumPoints(before === undefined ? [one] : [before, one])
    merged.set(one.text.toLowerCase(), { ...(before ?? one), points })
  }
  return [...merged.values()].sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
}

function signalGroup(result: Explained, signal: string): SignalGroup {
  const spans = result.evidence.filter((span) => span.signal === signal && span.end > span.start)
  const told = spans.map((span) => ({
    text: wordsOf(result, span),
    points: span.points,
    inTitle: span.field === 'title',
  }))
  return {
    signal,
    label: signalLabel(signal),
    points: sumPoints(spans),
    words: mergeWords(told),
  }
}

/** Words with points: others only tell a signal. */
function earning(result: Explained): Evidence[] {
  return result.evidence.filter((span) => span.end > span.start && span.points !== 0)
}

/** Every signal whose words gave or took points, the one that gave most first. */
export function scoreGroups(result: Explained): SignalGroup[] {
  return [...new Set(earning(result).map((span) => span.signal))]
    .map((signal) => signalGroup(result, signal))
    .sort((a, b) => b.points - a.points)
}

/** One piece of evidence, and where its words begin in their field. */
export type Point = { field: Evidence['field']; start: number; text: string; points: number }
export type PointGroup = { signal: string; label: string; points: number; each: Point[] }

/** Every piece of evidence on its own, by signal, the one that gave most first; within it as the post tells it. */
export function pointGroups(result: Explained): PointGroup[] {
  const order = (span: Evidence) => (span.field === 'title' ? 0 : 1)
  return [...Map.groupBy(earning(result), (span) => span.signal)]
    .map(([signal, spans]) => ({
      signal,
      label: signalLabel(signal),
      points: sumPoints(spans),
      each: spans
        .toSorted((a, b) => order(a) - order(b) || a.start - b.start)
        .map((span) => ({
          field: span.field,
          start: span.start,
          text: wordsOf(result, span),
          points: span.points,
        })),
    }))
    .sort((a, b) => b.points - a.points)
}

/** The signals the scorer found, in its order. */
export function foundSignals(result: Explained): SignalGroup[] {
  return result.signals.map((signal) => signalGroup(result, signal))
}

/** What words gave or took that are each too weak to be named. */
export function unnamedPoints(result: Explained): number {
  return sumPoints(result.evidence.filter((span) => span.end <= span.start))
}

/** What every post starts from. */
export function startingPoints(result: Explained): number {
  return result.base ?? leftOver(result)
}

/** What rounding, and holding the sum between 0 and 100, gave or took. */
export function heldPoints(result: Explained): number {
  return Math.round((leftOver(result) - startingPoints(result)) * 10) / 10
}

function leftOver(result: Explained): number {
  return Math.round((result.opportunityScore - sumPoints(result.evidence)) * 10) / 10
}

const mostCardMarks = 16

/** What a card marks in one of its texts: the strongest words of the post, and those that only tell a signal. */
export function cardMarks({ evidence }: Explained, field: Evidence['field']): Evidence[] {
  return evidence.filter((span, at) => span.field === field && (at < mostCardMarks || span.points === 0))
}

/** What stands behind a piece of highlighted text, one line for each signal. */
export function describeEvidence(evidence: readonly Evidence[]): string {
  return evidence
    .map(
      ({ signal, points }) => `${signalLabel(signal)} ${points === 0 ? 'shows here' : formatPoints(points)}`,
    )
    .join('\n')
}
