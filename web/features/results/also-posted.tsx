import { clsx } from 'clsx'
import type { OtherPlace } from '#contract/search.ts'
import { communityName } from './coverage-messages.ts'
import { OutsideLink } from './outside-link.tsx'

const mostNamed = { whole: 5, brief: 1 }

type AlsoPostedProps = {
  places?: readonly OtherPlace[] | undefined
  brief?: boolean
}

/** Where the same post stands as well: cross-posts and near-duplicates that this result stands for. */
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
