import type { SearchResult } from '#contract/search.ts'

const sortKeys = ['advancedScore', 'saasScore', 'redditScore', 'signals', 'best', 'newest'] as const
export type SortKey = (typeof sortKeys)[number]

export const sortLabels: Record<SortKey, string> = {
  advancedScore: 'Advanced score',
  saasScore: 'SaaS potential',
  redditScore: 'Upvotes',
  signals: 'Number of signals',
  best: 'Best match',
  newest: 'Newest',
}

const titlesFirst = 'Posts with all your words in the title first.'
export const sortWords: Record<SortKey, string> = {
  advancedScore: titlesFirst,
  saasScore: titlesFirst,
  redditScore: titlesFirst,
  signals: titlesFirst,
  best: 'Best match first.',
  newest: 'Newest first.',
}

/** How the results of a search are narrowed and ordered. Empty lists narrow nothing. */
export type ResultView = {
  sort: SortKey
  leastScore: number
  leastAdvanced: number
  /** Above 0, posts whose upvotes are not known are left out. */
  leastUpvotes: number
  /** Days as `2026-11-21` in UTC, both included; empty for any. */
  from: string
  to: string
  signals: readonly string[]
  personas: readonly string[]
  communities: readonly string[]
}

export const defaultView: ResultView = {
  sort: 'advancedScore',
  leastScore: 0,
  leastAdvanced: 0,
  leastUpvotes: 0,
  from: '',
  to: '',
  signals: [],
  personas: [],
  communities: [],
}

/** All sorts are high to low; a number that is not known comes last. */
const sortValue: Record<SortKey, (result: SearchResult) => number> = {
  advancedScore: (result) => result.advancedScore?.overallScore ?? -1,
  saasScore: (result) => result.opportunityScore,
  redditScore: (result) => result.score ?? Number.NEGATIVE_INFINITY,
  signals: (result) => result.signals.length,
  best: () => 0,
  newest: ({ createdAt }) => Date.parse(createdAt),
}

/** Numbers tell nothing of the keyword: a post in whose title it stands comes before those that only mention it. */
function tierOf({ match }: SearchResult, sort: SortKey): number {
  return sort === 'best' || sort === 'newest' || match === 'title' ? 0 : 1
}

/** A post without an advanced score is left out as soon as one is asked for. */
function hasAdvanced(result: SearchResult, least: number): boolean {
  return least === 0 || (result.advancedScore !== undefined && result.advancedScore.overallScore >= least)
}

/** Where a post stands; a source without communities stands for itself. */
export function communityOf({ subreddit, source }: SearchResult): string {
  return subreddit === '' ? source : subreddit
}

function isPostedWithin({ createdAt }: SearchResult, { from, to }: ResultView): boolean {
  const day = createdAt.slice(0, 10)
  return (from === '' || day >= from) && (to === '' || day <= to)
}

/** Nothing chosen is no wish; else any of the chosen is enough. */
function isChosen(chosen: readonly string[], values: readonly string[]): boolean {
  return chosen.length === 0 || values.some((value) => chosen.includes(value))
}

/** The results that fit, in the order asked for; equals stay in the order of the search. */
export function viewResults(results: readonly SearchResult[], view: ResultView): SearchResult[] {
  const rankOf = sortValue[view.sort]
  return results
    .filter((result) => result.opportunityScore >= view.leastScore)
    .filter((result) => hasAdvanced(result, view.leastAdvanced))
    .filter(({ score }) => view.leastUpvotes === 0 || (score !== null && score >= view.leastUpvotes))
    .filter((result) => isPostedWithin(result, view))
    .filter(({ signals }) => isChosen(view.signals, signals))
    .filter(({ persona }) => isChosen(view.personas, [persona]))
    .filter((result) => isChosen(view.communities, [communityOf(result)]))
    .sort((a, b) => tierOf(a, view.sort) - tierOf(b, view.sort) || rankOf(b) - rankOf(a) || 0)
}

const steps = (text: string | null) => {
  const value = Number(text ?? '0')
  return Number.isInteger(value / 10) && value >= 0 && value <= 100 ? value : 0
}

const mostUpvotes = 1_000_000_000
const upvotes = (text: string | null) => {
  const value = Number(text ?? '0')
  return Number.isInteger(value) && value > 0 && value <= mostUpvotes ? value : 0
}

const day = (text: string | null) => {
  const isDay = text !== null && /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? text : ''
}

/** The view an address asks for; what cannot be read there is the default. */
export function readView(params: URLSearchParams): ResultView {
  const sort = sortKeys.find((key) => key === params.get('sort')) ?? defaultView.sort
  return {
    sort,
    leastScore: steps(params.get('saas')),
    leastAdvanced: steps(params.get('advanced')),
    leastUpvotes: upvotes(params.get('upvotes')),
    from: day(params.get('from')),
    to: day(params.get('to')),
    signals: params.getAll('signal'),
    personas: params.getAll('persona'),
    communities: params.getAll('community'),
  }
}

const viewNames = 'sort saas advanced upvotes from to signal persona community'.split(' ')

/** The address with this view in it; defaults are left out. */
export function writeView(params: URLSearchParams, view: ResultView): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of viewNames) next.delete(name)
  if (view.sort !== defaultView.sort) next.set('sort', view.sort)
  if (view.leastScore > 0) next.set('saas', String(view.leastScore))
  if (view.leastAdvanced > 0) next.set('advanced', String(view.leastAdvanced))
  if (view.leastUpvotes > 0) next.set('upvotes', String(view.leastUpvotes))
  if (view.from !== '') next.set('from', view.from)
  if (view.to !== '') next.set('to', view.to)
  for (const signal of view.signals) next.append('signal', signal)
  for (const persona of view.personas) next.append('persona', persona)
  for (const community of view.communities) next.append('community', community)
  return next
}

export function countValues(
  results: readonly SearchResult[],
  read: (result: SearchResult) => readonly string[],
) {
  const counts = new Map<string, number>()
  for (const value of results.flatMap(read)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}
