import { clsx } from 'clsx'
import { memo, useId, useMemo, useState } from 'react'
import type { BriefReply } from '#contract/search-brief.ts'
import type { SearchOutcome } from '#web/features/search/search-outcome.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NeedsFacts } from './needs-facts.tsx'
import { NeedsList } from './needs-list.tsx'
import { NeedsQuote, PostOpenerContext } from './needs-quote.tsx'
import { NeedsVerdict } from './needs-verdict.tsx'
import { postKey } from './post-key.ts'
import { toolFailureWords } from './tool-failure-words.ts'
import type { BriefQuery } from './use-brief.ts'

type NeedsPanelProps = {
  outcome: Pick<SearchOutcome, 'results' | 'coverage'>
  brief: BriefQuery
  /** The key of the post that names the need whose posts are shown. */
  chosen: string | null
  onChoose: (key: string | null) => void
  onOpenPost: (key: string) => void
}

/** What the people of a keyword need, in their own words, above their posts. */
export const NeedsPanel = memo(function NeedsPanel(props: NeedsPanelProps) {
  const { outcome, brief, onOpenPost } = props
  const id = useId()
  const opener = useMemo(
    () => ({ keys: new Set(outcome.results.map(postKey)), open: onOpenPost }),
    [outcome.results, onOpenPost],
  )
  return (
    <PostOpenerContext value={opener}>
      <section aria-labelledby={id}>
        <Card className="flex flex-col gap-4 p-4 sm:p-5">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h3 id={id} className="font-semibold">
              What people need
            </h3>
            {brief.data === undefined || brief.data.posts === 0 ? null : <MadeFrom brief={brief.data} />}
          </div>
          <NeedsVerdict results={outcome.results} coverage={outcome.coverage} />
          <Content {...props} />
        </Card>
      </section>
    </PostOpenerContext>
  )
})

function MadeFrom({ brief }: { brief: BriefReply }) {
  const places = brief.communityCount === 1 ? '1 community' : `${brief.communityCount} communities`
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      From {brief.posts} {brief.posts === 1 ? 'post' : 'posts'} with potential, {brief.strong} strong, in{' '}
      {places}
    </p>
  )
}

function Content({ brief, chosen, onChoose }: NeedsPanelProps) {
  if (brief.isPending) {
    return (
      <div aria-hidden="true" className="flex min-h-80 flex-col gap-2">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    )
  }
  if (brief.data === undefined) {
    return (
      <div className="flex flex-col items-start gap-3 text-sm text-pretty text-ink-soft">
        <p>{toolFailureWords(brief.error, 'What people need could not be read.')}</p>
        <Button onClick={() => void brief.refetch()}>Try again</Button>
      </div>
    )
  }
  if (brief.data.posts === 0) return null
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_17rem]">
      <div className="flex min-w-0 flex-col gap-3">
        {brief.data.needs.length === 0 ? (
          <p className="text-sm text-ink-soft">No two of these posts want the same thing done.</p>
        ) : (
          <NeedsList needs={brief.data.needs} chosen={chosen} onChoose={onChoose} />
        )}
        <ToldOnce brief={brief.data} />
      </div>
      <Around brief={brief.data} />
    </div>
  )
}

/** Stands beside the needs; on a narrow screen it opens, as the posts come first there. */
function Around({ brief }: { brief: BriefReply }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Button
        variant="quiet"
        aria-expanded={open}
        aria-controls={id}
        className="self-start lg:hidden"
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide products and people' : 'Products and people'}
      </Button>
      <div id={id} className={clsx(!open && 'max-lg:hidden')}>
        <NeedsFacts brief={brief} />
      </div>
    </div>
  )
}

/** Strong posts of no need, so that nothing strong is hidden. */
function ToldOnce({ brief }: { brief: BriefReply }) {
  const { toldOnce, toldOnceMore } = brief
  const count = toldOnce.length + toldOnceMore
  if (count === 0) return null
  return (
    <details className="text-sm" open={brief.needs.length === 0}>
      <summary className="min-h-9 content-center font-medium tabular-nums">
        Told once: {count} more {count === 1 ? 'need' : 'needs'}
      </summary>
      <ul aria-label="Told once" className="mt-1 flex flex-col gap-2.5">
        {toldOnce.map(({ quote }) => (
          <li key={postKey(quote)}>
            <NeedsQuote quote={quote} />
          </li>
        ))}
      </ul>
      {toldOnceMore > 0 ? <p className="mt-2 text-xs text-ink-soft">And {toldOnceMore} more.</p> : null}
    </details>
  )
}
