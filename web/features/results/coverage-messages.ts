import type { SearchResult, SourceCoverage, SourceProgress } from '#contract/search.ts'

const sourceNames: Record<string, string> = {
  archive: 'the archive on this server',
  own: 'your own material',
}
// By hand: the first thing that Intl writes takes a slow phone 65 ms, in the middle of its first load.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A source as a person reads it: `hacker-news` becomes Hacker News, a host stays one. */
export function sourceName(source: string): string {
  const known = sourceNames[source]
  if (known !== undefined) return known
  if (source.includes('.')) return source
  return source.replace(
    /(^|-)(\w)/gu,
    (_, dash: string, letter: string) => (dash && ' ') + letter.toUpperCase(),
  )
}

type Community = Pick<SearchResult, 'source' | 'subreddit' | 'sample'>

/** A community as its own site writes it. */
export function communityName({ source, subreddit, sample }: Community): string {
  if (subreddit === '') return sourceName(source)
  return source === 'reddit' && !sample ? `r/${subreddit}` : subreddit
}

/** A day as people write it, or null for what is no date. */
export function formatDay(instant: string): string | null {
  const date = new Date(instant)
  return Number.isNaN(date.getTime())
    ? null
    : `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/gu, ',')
}

export function countWords(count: number | null, one: string, many = `${one}s`): string {
  return count === null ? `${many} not known` : `${formatCount(count)} ${count === 1 ? one : many}`
}

export function countPosts({ posts, sample }: SourceCoverage): string {
  const kind = sample ? 'sample post' : 'post'
  return posts === null ? `${kind}s` : countWords(posts, kind)
}

/** What one source searched and how fresh it is, or why it did not answer. */
export function describeCoverage(coverage: SourceCoverage): string {
  const name = sourceName(coverage.source)
  if (coverage.failed !== null) return `Could not search ${name}: ${coverage.failed}`
  const oldest = coverage.oldestPostAt === null ? null : formatDay(coverage.oldestPostAt)
  const newest = coverage.newestPostAt === null ? null : formatDay(coverage.newestPostAt)
  const dates = oldest !== null && newest !== null ? `, ${oldest} to ${newest}` : ''
  return `Searched ${countPosts(coverage)} in ${name}${dates}`
}

/** What a source searched, and what it says it left out, as sentences. */
export function describeSearched(coverage: SourceCoverage): string {
  const searched = `${describeCoverage(coverage)}.`
  return coverage.leftOut === null ? searched : `${searched} ${coverage.leftOut}`
}

export function describeProgress(progress: SourceProgress): string {
  const name = sourceName(progress.source)
  if (progress.state === 'asking') return `Asking ${name} …`
  if (progress.state === 'failed') return `Could not search ${name}: ${progress.reason}.`
  if (progress.posts === 0) return `${name} has no post for this.`
  return `${countWords(progress.posts, 'post')} from ${name}.`
}

export function describeWaiting(posts: number): string {
  return countWords(posts, 'new post')
}
