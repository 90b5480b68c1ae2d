import { type Hits, ruleFeatureCount } from './find-hits.ts'
import { featureSignal } from './model.ts'
import type { Evidence } from './post-score.ts'
import type { Signal } from './signal.ts'
import type { Tokens } from './text/tokens.ts'

/** Spans shown at most; what they leave over is summed in one more entry without a span. */
const mostSpans = 16
/** A span that moves the score by less than this is not shown on its own. */
const leastPoints = 0.8

type Span = { signal: Signal; inBody: boolean; from: number; to: number; points: number }

/**
 * The evidence of a post: spans with points in tenths. Words too weak to show are summed in a last
 * entry with `start` = `end` = 0, so that base and points always add up to the score.
 */
export function explainScore(hits: Hits, points: Float64Array): Evidence[] {
  const spans = ruleSpans(hits, points).concat(wordingSpans(hits, points))
  let total = 0
  for (let at = 0; at < hits.count; at++)
    total += (points[hits.feature[at] ?? 0] ?? 0) * (hits.value[at] ?? 0)
  const shown = spans
    .filter((span) => Math.abs(span.points) >= leastPoints && spanLength(span, hits) > 0)
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points) || one.from - other.from)
    .slice(0, mostSpans)
  const evidence: Evidence[] = shown.map((span) => {
    const tokens = span.inBody ? hits.body : hits.title
    return {
      signal: span.signal,
      field: span.inBody ? 'selftext' : 'title',
      start: tokens.start[span.from] ?? 0,
      end: tokens.end[span.to - 1] ?? 0,
      points: tenths(span.points),
    }
  })
  const rest = tenths(total - evidence.reduce((sum, one) => sum + one.points, 0))
  if (rest !== 0) evidence.push({ signal: 'wording', field: 'title', start: 0, end: 0, points: rest })
  return evidence
}

/** A span of the opening mark alone has no letters to show. */
function spanLength(span: Span, hits: Hits): number {
  const tokens = span.inBody ? hits.body : hits.title
  return (tokens.end[span.to - 1] ?? 0) - (tokens.start[span.from] ?? 0)
}

/** Rounds to one decimal; plain arithmetic, so the same on every machine. */
function tenths(points: number): number {
  return Math.round(points * 10) / 10 + 0
}

/** One span a rule's hit; hits of one signal that overlap become one span. */
function ruleSpans(hits: Hits, points: Float64Array): Span[] {
  const spans: Span[] = []
  for (let at = 0; at < hits.count; at++) {
    const feature = hits.feature[at] ?? 0
    if (feature >= ruleFeatureCount) continue
    const gain = (points[feature] ?? 0) * (hits.value[at] ?? 0)
    const inBody = at >= hits.bodyFrom
    const from = hits.from[at] ?? 0
    const to = hits.to[at] ?? 0
    const signal = featureSignal(feature)
    addSpan(spans, { signal, inBody, from, to, points: gain })
  }
  return spans
}

/** Adds a span, or widens the last one of its signal that it overlaps. */
function addSpan(spans: Span[], added: Span): void {
  for (let at = spans.length - 1; at >= 0; at--) {
    const span = spans[at]
    if (span === undefined || span.signal !== added.signal || span.inBody !== added.inBody) continue
    if (added.from >= span.to || span.from >= added.to) continue
    span.from = Math.min(span.from, added.from)
    span.to = Math.max(span.to, added.to)
    span.points += added.points
    return
  }
  spans.push(added)
}

/** Learned phrases share their points among their words; neighbours of one sign become one span. */
function wordingSpans(hits: Hits, points: Float64Array): Span[] {
  const ofTitle = wordingRuns(hits.title, false, tokenPoints(hits, points, false))
  return ofTitle.concat(wordingRuns(hits.body, true, tokenPoints(hits, points, true)))
}

function tokenPoints(hits: Hits, points: Float64Array, inBody: boolean): Float64Array {
  const each = new Float64Array(inBody ? hits.body.count : hits.title.count)
  const first = inBody ? hits.bodyFrom : 0
  const last = inBody ? hits.count : hits.bodyFrom
  for (let at = first; at < last; at++) {
    const feature = hits.feature[at] ?? 0
    if (feature < ruleFeatureCount) continue
    const from = hits.from[at] ?? 0
    const to = hits.to[at] ?? 0
    const share = ((points[feature] ?? 0) * (hits.value[at] ?? 0)) / (to - from)
    for (let token = from; token < to; token++) each[token] = (each[token] ?? 0) + share
  }
  return each
}

function wordingRuns(tokens: Tokens, inBody: boolean, each: Float64Array): Span[] {
  const spans: Span[] = []
  let from = 0
  let points = 0
  for (let token = 0; token <= tokens.count; token++) {
    const gain = token < tokens.count ? (each[token] ?? 0) : 0
    if (gain !== 0 && points !== 0 && gain > 0 === points > 0) {
      points += gain
      continue
    }
    if (Math.abs(points) >= leastPoints) spans.push({ signal: 'wording', inBody, from, to: token, points })
    from = token
    points = gain
  }
  return spans
}
