import type { SearchResult } from '#contract/search.ts'

const sortKeys = ['advancedScore', 'saasScore', 'redditScore', 'signals'] as const
export type SortKey = (typeof sortKeys)[number]

export const sortLabels: Record<SortKey, string> = {
  advancedScore: 'Advanced score',
  saasScore: 'SaaS potential',
  redditScore: 'Upvotes',
  signals: 'Number of signals',
}

/** How the results of a search are narrowed and ordered. Empty lists narrow nothing. */
export type ResultView = {
  sort: SortKey
  leastScore: number
  leastAdvanced: number
  signals: readonly string[]
  personas: readonly string[]
}

export const defaultView: ResultView = {
  sort: 'advancedScore',
  leastScore: 0,
  leastAdvanced: 0,
  signals: [],
  personas: [],
}

/** All sorts are high to low; a number that is not known comes last. */
const sortValue: Record<SortKey, (result: SearchResult) => number> = {
  advancedScore: (result) => result.advancedScore?.overallScore ?? -1,
  saasScore: (result) => result.opportunityScore,
  redditScore: (result) => result.score ?? Number.NEGATIVE_INFINITY,
  signals: (result) => result.signals.length,
}

/** A post without an advanced score is left out as soon as one is asked for. */
function hasAdvanced(result: SearchResult, least: number): boolean {
  return least === 0 || (result.advancedScore !== undefined && result.advancedScore.overallScore >= least)
}

/** The results that fit, in the order asked for; equals stay in the order of the search. */
export function viewResults(results: readonly SearchResult[], view: ResultView): SearchResult[] {
  const rankOf = sortValue[view.sort]
  return results
    .filter((result) => result.opportunityScore >= view.leastScore)
    .filter((result) => hasAdvanced(result, view.leastAdvanced))
    .filter(({ signals }) => view.signals.length === 0 || signals.some((one) => view.signals.includes(one)))
    .filter(({ persona }) => view.personas.length === 0 || view.personas.includes(persona))
    .sort((a, b) => rankOf(b) - rankOf(a) || 0)
}

const steps = (text: string | null) => {
  const value = Number(text ?? '0')
  return Number.isInteger(value / 10) && value >= 0 && value <= 100 ? value : 0
}

/** The view an address asks for; what cannot be read there is the default. */
export function readView(params: URLSearchParams): ResultView {
  const sort = sortKeys.find((key) => key === params.get('sort')) ?? defaultView.sort
  return {
    sort,
    leastScore: steps(params.get('saas')),
    leastAdvanced: steps(params.get('advanced')),
    signals: params.getAll('signal'),
    personas: params.getAll('persona'),
  }
}

/** The address with this view in it; defaults are left out. */
export function writeView(params: URLSearchParams, view: ResultView): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['sort', 'saas', 'advanced', 'signal', 'persona']) next.delete(name)
  if (view.sort !== defaultView.sort) next.set('sort', view.sort)
  if (view.leastScore > 0) next.set('saas', String(view.leastScore))
  if (view.leastAdvanced > 0) next.set('advanced', String(view.leastAdvanced))
  for (const signal of view.signals) next.append('signal', signal)
  for (const persona of view.personas) next.append('persona', persona)
  return next
}

/** The values that these results have, the most common first. */
export function countValues(
  results: readonly SearchResult[],
  read: (result: SearchResult) => readonly string[],
) {
  const counts = new Map<string, number>()
  for (const value of results.flatMap(read)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}
