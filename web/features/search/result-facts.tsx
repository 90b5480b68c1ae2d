import type { SearchResult } from '#contract/search.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatCount, formatDay, sourceName } from './coverage-words.ts'

type Community = Pick<SearchResult, 'source' | 'subreddit' | 'sample'>

/** A community as its own site writes it. */
export function communityName({ source, subreddit, sample }: Community): string {
  if (subreddit === '') return sourceName(source)
  return source === 'reddit' && !sample ? `r/${subreddit}` : subreddit
}

function countWords(count: number | null, one: string, many: string): string {
  if (count === null) return `${many} not known`
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** Where a post stands, who wrote it and how it was received. */
export function ResultFacts({ result }: { result: SearchResult }) {
  const day = formatDay(result.createdAt)
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft tabular-nums">
      {result.sample ? (
        <li>
          <Badge variant="notice">Sample</Badge>
        </li>
      ) : null}
      {result.match === 'related' ? (
        <li>
          <Badge>Most of your words</Badge>
        </li>
      ) : null}
      <li className="font-medium wrap-anywhere text-ink" dir="auto">
        {communityName(result)}
      </li>
      <li className="wrap-anywhere">
        Persona: <bdi>{result.persona}</bdi>
      </li>
      {result.source === 'own' ? null : (
        <>
          <li>{countWords(result.score, 'upvote', 'upvotes')}</li>
          <li>{countWords(result.comments, 'comment', 'comments')}</li>
        </>
      )}
      {day === null ? null : (
        <li>
          <time dateTime={result.createdAt}>{day}</time>
        </li>
      )}
    </ul>
  )
}
