import { clsx } from 'clsx'
import type { OtherPlace, SearchResult } from '#contract/search.ts'
import { Badge } from '#web/ui/badge.tsx'
import { OutsideLink } from './outside-link.tsx'
import { communityName, counted, formatAge, formatDay, relatedMessage } from './post-words.ts'

const licenceLook = 'underline underline-offset-4'

/** Author and licence, if the licence requires them. */
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
  /** Whether to show the age beside the date; false on pages that are rendered long before they are read. */
  age?: boolean
}

export function ResultFacts({ result, age = false }: ResultFactsProps) {
  const day = formatDay(result.createdAt)
  const related = relatedMessage(result)
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft tabular-nums">
      {result.sample || related !== null ? (
        <li className="flex gap-1.5">
          {result.sample ? <Badge variant="notice">Sample</Badge> : null}
          {related === null ? null : <Badge variant="notice">{related}</Badge>}
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
          <li>{counted(result.score, 'upvote')}</li>
          <li>{counted(result.comments, 'comment')}</li>
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

const mostNamed = { whole: 5, brief: 1 }

type AlsoPostedProps = { places?: readonly OtherPlace[] | undefined; brief?: boolean }

/** Other places of the same post: cross-posts and near-duplicates that this result represents. */
export function AlsoPosted({ places = [], brief = false }: AlsoPostedProps) {
  if (places.length === 0) return null
  const named = places.slice(0, brief ? mostNamed.brief : mostNamed.whole)
  const more = places.length - named.length
  return (
    <p className={clsx('relative wrap-anywhere text-ink-soft', brief ? 'text-xs' : 'mt-1 text-sm')}>
      {brief ? 'Also in ' : 'Also posted in '}
      {named.map((place, at) => (
        <span key={`${place.source}:${place.id}`}>
          {at === 0 ? null : ', '}
          <OutsideLink
            url={place.url}
            className="underline decoration-line-strong underline-offset-4 hover:text-ink"
            said=" (opens the discussion in a new tab)"
          >
            <bdi>{communityName({ ...place, sample: false })}</bdi>
          </OutsideLink>
        </span>
      ))}
      {more > 0 ? ` and ${more} more` : null}
    </p>
  )
}
