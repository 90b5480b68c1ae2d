import type { SearchResult } from '#contract/search.ts'
import { Badge } from '#web/ui/badge.tsx'
import { communityName, formatCount, formatDay } from './coverage-messages.ts'
import { formatAge } from './format-age.ts'
import { OutsideLink } from './outside-link.tsx'

export function countWords(count: number | null, one: string, many: string): string {
  if (count === null) return `${many} not known`
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

const licenceLook = 'underline underline-offset-4'

/** Author and licence, where the licence asks for both. */
function Attribution({ attribution }: { attribution: NonNullable<SearchResult['attribution']> }) {
  const { author, authorUrl, license, licenseUrl } = attribution
  return (
    <li className="wrap-anywhere">
      By{' '}
      <bdi>
        <OutsideLink url={authorUrl} className={licenceLook}>
          {author}
        </OutsideLink>
      </bdi>
      ,{' '}
      <OutsideLink url={licenseUrl} className={licenceLook}>
        {license}
      </OutsideLink>
    </li>
  )
}

type ResultFactsProps = {
  result: SearchResult
  /** Says how old the post is beside its day; not on pages that are drawn long before they are read. */
  age?: boolean
}

export function ResultFacts({ result, age = false }: ResultFactsProps) {
  const day = formatDay(result.createdAt)
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft tabular-nums">
      {result.sample || result.match === 'related' ? (
        <li className="flex gap-1.5">
          {result.sample ? <Badge variant="notice">Sample</Badge> : null}
          {result.match === 'related' ? <Badge>Most of your words</Badge> : null}
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
          {age ? (
            <span suppressHydrationWarning> ({formatAge(result.createdAt, new Date())} old)</span>
          ) : null}
        </li>
      )}
      {result.attribution === undefined ? null : <Attribution attribution={result.attribution} />}
    </ul>
  )
}
