import * as z from 'zod/mini'
import type { SearchResult } from '#contract/search.ts'

export const sortLabels = {
  advancedScore: 'Advanced score',
  saasScore: 'SaaS potential',
  redditScore: 'Upvotes',
  signals: 'Number of signals',
  best: 'Best match',
  newest: 'Newest',
}
type SortKey = keyof typeof sortLabels

export function sortMessage(sort: SortKey): string {
  if (sort === 'newest') return 'Newest first'
  return sort === 'best' ? 'Best match first' : `${sortLabels[sort]}, high to low`
}

const none: readonly string[] = []

/** How results are filtered and sorted. Empty lists do not filter. */
export type ResultView = typeof defaultView

export const defaultView = {
  sort: 'advancedScore' as SortKey,
  leastScore: 0,
  leastAdvanced: 0,
  /** If above 0, posts with unknown upvotes are excluded. */
  leastUpvotes: 0,
  /** Days as `2026-11-21` in UTC, both inclusive; empty for any. */
  from: '',
  to: '',
  signals: none,
  personas: none,
  communities: none,
}

/** The values to sort by, highest first. Unknown numbers come last. `best` keeps the order of the search. */
const sortValue: Record<SortKey, (result: SearchResult) => number> = {
  advancedScore: (result) => result.advancedScore?.overallScore ?? -1,
  saasScore: (result) => result.opportunityScore,
  redditScore: (result) => result.score ?? Number.NEGATIVE_INFINITY,
  signals: (result) => result.signals.length,
  best: () => 0,
  newest: ({ createdAt }) => Date.parse(createdAt),
}

/** The filterable values of a result. A source without communities counts as its own community. */
export const valuesOf = {
  signals: ({ signals }: SearchResult) => signals,
  personas: ({ persona }: SearchResult) => [persona],
  communities: ({ subreddit, source }: SearchResult) => [subreddit === '' ? source : subreddit],
}
const choices = ['signals', 'personas', 'communities'] as const

function isPostedWithin({ createdAt }: SearchResult, { from, to }: ResultView): boolean {
  const day = createdAt.slice(0, 10)
  return (from === '' || day >= from) && (to === '' || day <= to)
}

/**
 * If no value is selected, everything matches. Otherwise at least one of the result's values has to be
 * selected.
 */
function isChosen(chosen: readonly string[], values: readonly string[]): boolean {
  return chosen.length === 0 || values.some((value) => chosen.includes(value))
}

/** The results that match, sorted; ties keep the order of the search. */
export function viewResults(results: readonly SearchResult[], view: ResultView): SearchResult[] {
  const rankOf = sortValue[view.sort]
  return (
    results
      .filter((result) => result.opportunityScore >= view.leastScore)
      // Results without an advanced score are excluded once a minimum is set.
      .filter(({ advancedScore }) => (advancedScore?.overallScore ?? 0) >= view.leastAdvanced)
      .filter(({ score }) => view.leastUpvotes === 0 || (score !== null && score >= view.leastUpvotes))
      .filter((result) => isPostedWithin(result, view))
      .filter((result) => choices.every((part) => isChosen(view[part], valuesOf[part](result))))
      .sort((a, b) => rankOf(b) - rankOf(a) || 0)
  )
}

const steps = z.catch(z.coerce.number().check(z.multipleOf(10), z.gte(0), z.lte(100)), 0)
const upvotes = z.catch(z.coerce.number().check(z.multipleOf(1), z.gte(0), z.lte(1_000_000_000)), 0)
const day = z.catch(z.iso.date(), '')

/** The view in a URL; invalid values become defaults. */
export function readView(params: URLSearchParams): ResultView {
  const sort = params.get('sort') ?? ''
  return {
    sort: Object.hasOwn(sortLabels, sort) ? (sort as SortKey) : defaultView.sort,
    leastScore: steps.parse(params.get('saas')),
    leastAdvanced: steps.parse(params.get('advanced')),
    leastUpvotes: upvotes.parse(params.get('upvotes')),
    from: day.parse(params.get('from')),
    to: day.parse(params.get('to')),
    signals: params.getAll('signal'),
    personas: params.getAll('persona'),
    communities: params.getAll('community'),
  }
}

/** The URL with this view; defaults are omitted. */
export function writeView(params: URLSearchParams, view: ResultView): URLSearchParams {
  const next = new URLSearchParams(params)
  const written = {
    sort: view.sort === defaultView.sort ? [] : [view.sort],
    saas: view.leastScore || [],
    advanced: view.leastAdvanced || [],
    upvotes: view.leastUpvotes || [],
    from: view.from || [],
    to: view.to || [],
    signal: view.signals,
    persona: view.personas,
    community: view.communities,
  }
  for (const [name, values] of Object.entries(written)) {
    next.delete(name)
    for (const value of [values].flat()) next.append(name, String(value))
  }
  return next
}

export function countValues(
  results: readonly SearchResult[],
  read: (result: SearchResult) => readonly string[],
) {
  const byValue = Map.groupBy(results.flatMap(read), (value) => value)
  return [...byValue].map(([value, all]) => ({ value, count: all.length })).sort((a, b) => b.count - a.count)
}
