import { clsx } from 'clsx'
import { memo, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { BriefReply } from '#contract/search-brief.ts'
import { toolFailureMessage } from '#web/failure-messages.ts'
import { RetryButton } from '#web/features/site/retry-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NeedsFacts, YearChart } from './needs-facts.tsx'
import { NeedsList, needsShownFirst } from './needs-list.tsx'
import {
  NeedsContext,
  NeedsQuote,
  type NeedsTools,
  oneLine,
  PostLink,
  useNeedsTools,
} from './needs-quote.tsx'
import { postKey } from './post-key.ts'
import { communityName, counted } from './post-words.ts'
import type { BriefQuery } from './use-brief.ts'

/** The number of promising posts shown if there is no need. A button shows the others. */
const toldShownFirst = 2

/** The brief is made from more posts than the list shows. */
function whichPosts(posts: number): string {
  if (posts >= limits.briefPosts) return 'the best'
  return posts === 1 ? 'the only' : 'all'
}

export const NeedsPanel = memo(function NeedsPanel({
  tools,
  brief,
}: {
  tools: NeedsTools
  brief: BriefQuery
}) {
  const id = useId()
  const [waited] = useState(brief.isPending)
  const { words } = tools
  const { data } = brief
  return (
    <NeedsContext value={tools}>
      <section aria-labelledby={id}>
        <Card className="flex flex-col gap-1 px-4 py-2.5 sm:px-5 lg:py-2">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <h3 id={id} className="font-semibold">
              What people need
            </h3>
            {data === undefined || data.posts === 0 ? null : (
              <div className="flex flex-wrap items-end gap-x-6 gap-y-1 max-sm:hidden">
                <p className="text-sm text-ink-soft tabular-nums">
                  From {whichPosts(data.posts)} {counted(data.posts, words.one)} with potential,{' '}
                  {data.promising} promising or strong, in{' '}
                  {counted(data.communityCount, words.place, words.places)}
                </p>
                <YearChart years={data.years} />
              </div>
            )}
          </div>
          {/* An empty result is as high as the placeholder, so that the list below does not move. */}
          <div className={clsx(waited && data?.posts === 0 && 'min-h-28')}>
            <Content brief={brief} />
          </div>
        </Card>
      </section>
    </NeedsContext>
  )
})

function Content({ brief }: { brief: BriefQuery }) {
  const { words } = useNeedsTools()
  if (brief.isPending) {
    return (
      <div aria-hidden="true" className="flex min-h-28 flex-col gap-2">
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-8 w-full" />
      </div>
    )
  }
  if (brief.data === undefined) {
    return (
      <div className="flex flex-col items-start gap-3 text-sm text-pretty text-ink-soft">
        <p>{toolFailureMessage(brief.error, 'The needs could not be loaded.')}</p>
        <RetryButton error={brief.error} onRetry={brief.refetch} />
      </div>
    )
  }
  if (brief.data.posts === 0)
    return <p className="text-sm text-ink-soft">No {words.one} in these results describes a need.</p>
  return <Brief brief={brief.data} />
}

function Brief({ brief }: { brief: BriefReply }) {
  const { words } = useNeedsTools()
  const ids = { facts: useId(), once: useId() }
  const [all, setAll] = useState(false)
  const [facts, setFacts] = useState(false)
  const [once, setOnce] = useState(false)
  // If there is no need, the first promising posts are shown instead.
  const toldFirst = brief.needs.length === 0 ? toldShownFirst : 0
  const toldLater = brief.toldOnce.slice(toldFirst)
  const toldOnce = toldLater.length + brief.toldOnceMore
  return (
    <div className="grid gap-x-8 gap-y-1 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        {brief.needs.length === 0 ? <NoNeeds brief={brief} /> : <NeedsList needs={brief.needs} all={all} />}
      </div>
      <div className="flex min-w-0 flex-col">
        <div id={ids.facts} className={clsx(!facts && 'max-lg:hidden')}>
          <NeedsFacts brief={brief} whole={facts} />
        </div>
        <div className="-mx-3 flex flex-wrap">
          {brief.needs.length > 1 ? (
            <Button
              variant="quiet"
              className={clsx(brief.needs.length <= needsShownFirst && 'sm:hidden')}
              aria-expanded={all}
              onClick={() => setAll(!all)}
            >
              {all ? 'Fewer needs' : `All ${brief.needs.length} needs`}
            </Button>
          ) : null}
          {toldOnce === 0 ? null : (
            <Button
              variant="quiet"
              aria-expanded={once}
              aria-controls={ids.once}
              onClick={() => setOnce(!once)}
            >
              {toldOnce} {toldFirst === 0 ? 'other' : 'more'} {toldOnce === 1 ? words.one : words.many}{' '}
              scoring {limits.promisingScore}+
            </Button>
          )}
          <Button
            variant="quiet"
            aria-expanded={facts}
            aria-controls={ids.facts}
            onClick={() => setFacts(!facts)}
          >
            Products, people, prices
          </Button>
        </div>
      </div>
      <div id={ids.once} hidden={!once} className="min-w-0 lg:col-span-2">
        {once ? <ToldOnce told={toldLater} more={brief.toldOnceMore} /> : null}
      </div>
    </div>
  )
}

function NoNeeds({ brief }: { brief: BriefReply }) {
  const { words } = useNeedsTools()
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-ink-soft">
        {brief.posts < 3
          ? `A need takes three ${words.many} that ask for the same thing: only ${brief.posts === 1 ? 'one was' : 'two were'} found.`
          : `No three of these ${words.many} ask for the same thing.`}
      </p>
      {brief.toldOnce.length === 0 ? null : <ToldFirst told={brief.toldOnce.slice(0, toldShownFirst)} />}
    </div>
  )
}

type Told = BriefReply['toldOnce']

function ToldFirst({ told }: { told: Told }) {
  return (
    <ul aria-label="Strongest posts without a shared need" className="flex flex-col gap-1 text-sm leading-6">
      {told.map(({ quote }) => (
        <li key={postKey(quote)} className="items-baseline justify-between gap-x-4 lg:flex">
          <PostLink post={quote} className="min-w-0 text-left wrap-anywhere hover:underline lg:truncate">
            <bdi>“{oneLine(quote.words)}”</bdi>
          </PostLink>
          <bdi className="block shrink-0 text-xs leading-5 text-ink-soft">
            {communityName({ ...quote, sample: quote.url === null })}
          </bdi>
        </li>
      ))}
    </ul>
  )
}

/** Promising posts outside all needs, so that none of them is hidden. */
function ToldOnce({ told, more }: { told: Told; more: number }) {
  return (
    <>
      <ul
        aria-label="Promising posts that belong to no need"
        className="mb-1 grid gap-x-8 gap-y-2.5 text-sm lg:grid-cols-2"
      >
        {told.map(({ quote }) => (
          <li key={postKey(quote)}>
            <NeedsQuote quote={quote} />
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-2 text-xs text-ink-soft">And {more} more.</p> : null}
    </>
  )
}
