import type { OtherPlace } from '#contract/search.ts'
import { isWebAddress } from '#web/features/results/web-address.ts'
import { communityName } from './result-facts.tsx'

const mostNamed = 5

/** Where the same post stands as well: cross-posts and near-duplicates that this result stands for. */
export function AlsoPosted({ places = [] }: { places?: readonly OtherPlace[] | undefined }) {
  if (places.length === 0) return null
  const more = places.length - mostNamed
  return (
    <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
      Also posted in{' '}
      {places.slice(0, mostNamed).map((place, at) => (
        <span key={`${place.source}:${place.id}`}>
          {at === 0 ? null : ', '}
          <OtherPlaceName place={place} />
        </span>
      ))}
      {more > 0 ? ` and ${more} more` : null}
    </p>
  )
}

function OtherPlaceName({ place }: { place: OtherPlace }) {
  const name = <bdi>{communityName({ ...place, sample: false })}</bdi>
  if (!isWebAddress(place.url)) return name
  return (
    <a
      href={place.url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="underline decoration-line-strong underline-offset-4 hover:text-ink"
    >
      {name}
      <span className="sr-only"> (opens the discussion in a new tab)</span>
    </a>
  )
}
