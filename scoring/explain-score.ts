import { type Hits, ruleFeatureCount } from './find-hits.ts'
import { featureRows, featureSignal, pointsOf } from './model.ts'
import { placeInPost } from './place-in-post.ts'
import type { Evidence } from './post-score.ts'
import type { Signal } from './signal.ts'
import type { HitSums } from './sum-hits.ts'
import { emptyPull, gainByCompany, pullOfCompany } from './word-company.ts'

/** Spans shown at most: a bound for texts made to have many, which no real post has reached. */
const mostSpans = 128
/** A span that moves the score by less than this is not shown on its own. */
const leastPoints = 0.8

type Span = { signal: Signal; inBody: boolean; from: number; to: number; points: number }

/** What learned phrases give to each token, the title's tokens before the body's. Reused between posts. */
let tokenPoints = new Float64Array(256)
/** How strong each of the shown spans is. Reused between posts. */
const strengths = new Float64Array(mostSpans)
const pull = emptyPull()

/**
 * The evidence of a post, from its hits and their sums: spans with points in tenths. Words too weak to show are summed
 * in a last entry with `start` = `end` = 0, so that base and points always add up to the score.
 */
export function explainScore(hits: Hits, sums: HitSums): Evidence[] {
  clearTokenPoints(hits.title.count + hits.body.count)
  pullOfCompany(sums, pull)
  const { feature, value } = hits
  const spans: Span[] = []
  let total = 0
  for (let at = 0; at < hits.count; at++) {
    const found = feature[at] ?? 0
    const gain = (pointsOf(found) + gainByCompany(found, featureRows, pull)) * (value[at] ?? 0)
    total += gain
    if (found < ruleFeatureCount) addRuleSpan(spans, hits, at, gain)
    else shareAmongTokens(hits, at, gain)
  }
  const shown: Span[] = []
  for (const span of spans) showSpan(shown, span, hits)
  showWording(shown, hits, false)
  showWording(shown, hits, true)
  const evidence: Evidence[] = []
  let told = 0
  for (const span of shown) {
    const one = tellSpan(span, hits)
    told += one.points
    evidence.push(one)
  }
  const rest = tenths(total - told)
  if (rest !== 0) evidence.push({ signal: 'wording', field: 'title', start: 0, end: 0, points: rest })
  return evidence
}

function tellSpan(span: Span, hits: Hits): Evidence {
  return { signal: span.signal, ...placeInPost(hits, span), points: tenths(span.points) }
}

/** Rounds to one decimal; plain arithmetic, so the same on every machine. */
function tenths(points: number): number {
  return Math.round(points * 10) / 10 + 0
}

function clearTokenPoints(count: number): void {
  if (tokenPoints.length < count) tokenPoints = new Float64Array(count + 1024)
  else tokenPoints.fill(0, 0, count)
}

/** Adds the span of a rule's hit, or widens the last one of its signal that it overlaps. */
function addRuleSpan(spans: Span[], hits: Hits, hit: number, points: number): void {
  const signal = featureSignal(hits.feature[hit] ?? 0)
  const inBody = hit >= hits.bodyFrom
  const from = hits.from[hit] ?? 0
  const to = hits.to[hit] ?? 0
  for (let at = spans.length - 1; at >= 0; at--) {
    const span = spans[at]
    if (span === undefined || span.signal !== signal || span.inBody !== inBody) continue
    if (from >= span.to || span.from >= to) continue
    span.from = Math.min(span.from, from)
    span.to = Math.max(span.to, to)
    span.points += points
    return
  }
  spans.push({ signal, inBody, from, to, points })
}

/** Learned phrases share their points among their words. */
function shareAmongTokens(hits: Hits, hit: number, points: number): void {
  const first = hit >= hits.bodyFrom ? hits.title.count : 0
  const from = first + (hits.from[hit] ?? 0)
  const to = first + (hits.to[hit] ?? 0)
  const share = points / (to - from)
  for (let token = from; token < to; token++) tokenPoints[token] = (tokenPoints[token] ?? 0) + share
}

/** Shows the runs of learned words: neighbours of one sign are one span. */
function showWording(shown: Span[], hits: Hits, inBody: boolean): void {
  const first = inBody ? hits.title.count : 0
  const count = inBody ? hits.body.count : hits.title.count
  const each = tokenPoints
  let from = 0
  let points = 0
  for (let token = 0; token <= count; token++) {
    const gain = token < count ? (each[first + token] ?? 0) : 0
    if (gain * points > 0) {
      points += gain
      continue
    }
    if (points >= leastPoints || points <= -leastPoints)
      showSpan(shown, { signal: 'wording', inBody, from, to: token, points }, hits)
    from = token
    points = gain
  }
}

/** Keeps the strongest spans in order: the first to come stays before an equal one. */
function showSpan(shown: Span[], span: Span, hits: Hits): void {
  const strength = Math.abs(span.points)
  if (strength < leastPoints) return
  const tokens = span.inBody ? hits.body : hits.title
  // A span of the opening mark alone has no letters to show.
  if ((tokens.end[span.to - 1] ?? 0) <= (tokens.start[span.from] ?? 0)) return
  let at = shown.length
  for (; at > 0; at--) {
    const before = strengths[at - 1] ?? 0
    if (before > strength || (before === strength && (shown[at - 1]?.from ?? 0) <= span.from)) break
    if (at === mostSpans) continue
    shown[at] = shown[at - 1] ?? span
    strengths[at] = before
  }
  if (at === mostSpans) return
  shown[at] = span
  strengths[at] = strength
}
