import type { SearchResult } from '#contract/search.ts'
import { sourceName } from './coverage-messages.ts'

type Community = Pick<SearchResult, 'source' | 'subreddit' | 'sample'>

/** A community as its own site writes it. */
export function communityName({ source, subreddit, sample }: Community): string {
  if (subreddit === '') return sourceName(source)
  return source === 'reddit' && !sample ? `r/${subreddit}` : subreddit
}
