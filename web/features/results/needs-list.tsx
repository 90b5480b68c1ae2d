import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { BriefNeed } from '#contract/search-brief.ts'
import { capitalized, NeedsQuote, oneLine, PostLink, useNeedsTools } from './needs-quote.tsx'
import { postKey } from './post-key.ts'
import { counted, formatDay } from './post-words.ts'

/** The number of needs shown at first. It is low, so that the posts are not far below. */
export const needsShownFirst = 3

const postsListed = 50

/**
 * A list of needs: all needs if `all` is set, otherwise the first ones and the last selected one. A click on
 * a need lists only its posts.
 */
export function NeedsList({ needs, all }: { needs: readonly BriefNeed[]; all: boolean }) {
  const { chosen, choose } = useNeedsTools()
  // A deselected need stays visible, because the click that deselected it may have been on its row.
  const [lastChosen, setLastChosen] = useState(chosen)
  if (chosen !== null && chosen !== lastChosen) setLastChosen(chosen)
  return (
    <ol aria-label="Needs" className="-mx-2 flex flex-col gap-0.5">
      {needs.map((need, at) => {
        const key = postKey(need.name)
        const isChosen = key === chosen
        return (
          <li
            key={key}
            hidden={at >= needsShownFirst && !all && key !== lastChosen}
            className={clsx(
              'rounded-control',
              isChosen && 'bg-accent-soft text-on-accent-soft',
              // A phone shows only the first need, so that a post is on the first screen.
              at > 0 && !all && key !== lastChosen && 'max-sm:hidden',
            )}
          >
            <NeedRow need={need} chosen={isChosen} onChoose={() => choose(isChosen ? null : key)} />
          </li>
        )
      })}
    </ol>
  )
}

function NeedRow({ need, chosen, onChoose }: { need: BriefNeed; chosen: boolean; onChoose: () => void }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const name = oneLine(need.name.words)
  const { words } = useNeedsTools()
  return (
    <>
      <div className="flex items-start">
        <button
          type="button"
          aria-pressed={chosen}
          onClick={onChoose}
          className={clsx(
            'min-w-0 flex-1 items-baseline justify-between gap-x-4 rounded-control px-2 py-1.5 text-left text-sm leading-5 lg:flex lg:py-1',
            !chosen && 'hover:bg-sunken',
          )}
        >
          <bdi className={clsx('block font-medium wrap-anywhere', !open && 'lg:line-clamp-1')}>“{name}”</bdi>
          <span className={clsx('block shrink-0 text-xs leading-5 tabular-nums', !chosen && 'text-ink-soft')}>
            {need.posts.length} {words.many}, {counted(need.communityCount, words.place, words.places)}, best
            score {need.maxScore}
          </span>
        </button>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={clsx(
            'grid size-8 shrink-0 lg:size-7 place-items-center rounded-control',
            !chosen && 'hover:bg-sunken',
          )}
        >
          <ChevronDown className={clsx('size-4 transition-transform', open && 'rotate-180')} />
          <span className="sr-only">More about the need {name}</span>
        </button>
      </div>
      <div id={id} hidden={!open} className="px-2 pb-3">
        {open ? <NeedDetails need={need} /> : null}
      </div>
    </>
  )
}

function NeedDetails({ need }: { need: BriefNeed }) {
  const listed = need.posts.slice(0, postsListed)
  const morePlaces = need.communityCount - need.communities.length
  const morePosts = need.posts.length - listed.length
  const [oldest, newest] = [formatDay(need.oldestPostAt), formatDay(need.newestPostAt)]
  const span = oldest === newest ? oldest : `${oldest} to ${newest}`
  const { words, more } = useNeedsTools()
  const held = need.products.flatMap(({ against }) => against)
  return (
    <div className="flex flex-col gap-3 text-sm leading-5">
      <p className="text-xs leading-5 wrap-anywhere">
        In <bdi>{need.communities.map(({ name }) => name || `no ${words.place}`).join(', ')}</bdi>
        {morePlaces > 0 ? ` and ${morePlaces} more` : null}, {span}.
        {need.products.length === 0 ? null : (
          <>
            {' '}
            Named: <bdi>{need.products.map(({ name }) => name).join(', ')}</bdi>.
          </>
        )}
      </p>
      {more?.(need)}
      <ul aria-label={`${capitalized(words.many)} with this need`} className="flex flex-col gap-1.5">
        {listed.map((post) => (
          <li key={postKey(post)}>
            <PostLink post={post} className="text-left wrap-anywhere underline underline-offset-4">
              <bdi>{oneLine(post.title) || `A ${words.one} without a title`}</bdi>
            </PostLink>
          </li>
        ))}
        {morePosts > 0 ? <li>and {morePosts} more</li> : null}
      </ul>
      <Quotes title="Complaints about current tools" quotes={held} />
      <Quotes title="Current workarounds" quotes={need.coping} />
      <Quotes title="Prices and budgets" quotes={need.prices} />
    </div>
  )
}

export function Quotes({ title, quotes }: { title: string; quotes: BriefNeed['coping'] }) {
  const id = useId()
  if (quotes.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="mb-1 text-xs font-semibold">
        {title}
      </h4>
      <ul className="flex flex-col gap-2">
        {quotes.map((quote) => (
          <li key={`${postKey(quote)} ${quote.words}`}>
            <NeedsQuote quote={quote} />
          </li>
        ))}
      </ul>
    </section>
  )
}
