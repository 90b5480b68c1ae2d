import type { Evidence } from '#contract/search.ts'

/** A piece of text and the evidence it belongs to; none for plain text. */
export type Highlight = { start: number; text: string; evidence: Evidence[] }

/** Cuts a text, which begins at `textStart` of its field, where evidence begins or ends; overlaps keep all of it. */
export function splitHighlights(text: string, spans: readonly Evidence[], textStart = 0): Highlight[] {
  const textEnd = textStart + text.length
  const visible = spans.filter(
    (span) => span.start < textEnd && span.end > textStart && span.start < span.end,
  )
  const cuts = new Set([textStart, textEnd])
  for (const span of visible) {
    cuts.add(Math.max(span.start, textStart))
    cuts.add(Math.min(span.end, textEnd))
  }
  const ordered = [...cuts].sort((a, b) => a - b)
  return ordered.slice(0, -1).map((start, index) => {
    const end = ordered[index + 1] ?? textEnd
    return {
      start,
      text: text.slice(start - textStart, end - textStart),
      evidence: visible.filter((span) => span.start <= start && span.end >= end),
    }
  })
}

/** A sentence without points only shows a signal, be it one for a post or one against it. */
export function markClass(evidence: readonly Evidence[]): string {
  const counted = evidence.filter((span) => span.points !== 0)
  if (counted.length === 0) return 'mark-told'
  return counted.reduce((sum, span) => sum + span.points, 0) < 0 ? 'mark-against' : 'mark-for'
}
