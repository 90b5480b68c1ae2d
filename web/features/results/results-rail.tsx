import { clsx } from 'clsx'
import { memo, type ReactNode } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ScoreHistogram } from './score-histogram.tsx'
import { ThemeList } from './theme-list.tsx'
import { toolFailureWords } from './tool-failure-words.ts'
import type { ThemesQuery } from './use-themes.ts'

type ResultsRailProps = {
  id: string
  /** Beside the list of a very wide window it always is; else it waits to be wanted. */
  open: boolean
  results: readonly SearchResult[]
  leastScore: number
  /** How Pro narrows and orders; the same element until it changes. */
  controls: ReactNode
  themes: ThemesQuery
  chosen: string | null
  onChoose: (label: string | null) => void
  onOpenPost: (key: string) => void
}

/** What narrows the results, and what all of them have in common, beside them. */
export const ResultsRail = memo(function ResultsRail(props: ResultsRailProps) {
  return (
    <div
      id={props.id}
      className={clsx(
        'min-w-0 flex-col gap-6 self-start max-xl:rounded-card max-xl:border max-xl:border-line max-xl:bg-surface max-xl:p-4 lg:max-xl:col-span-2 xl:sticky xl:top-20 xl:-mx-2 xl:flex xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto xl:px-2 xl:pb-2',
        props.open ? 'flex' : 'hidden',
      )}
    >
      {props.controls}
      <section aria-label="Scores">
        <h3 className="mb-3 text-sm font-semibold">Scores</h3>
        <div className="max-w-72">
          <ScoreHistogram
            scores={props.results.map(({ opportunityScore }) => opportunityScore)}
            least={props.leastScore}
          />
        </div>
      </section>
      <section aria-label="Themes">
        <h3 className="mb-2 text-sm font-semibold">Themes</h3>
        <Themes {...props} />
      </section>
    </div>
  )
})

function Themes({ themes, chosen, onChoose, onOpenPost }: ResultsRailProps) {
  if (themes.isPending) {
    return (
      <div aria-hidden="true" className="flex flex-col gap-2">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    )
  }
  if (themes.data === undefined) {
    return (
      <div className="flex flex-col items-start gap-3 text-sm text-pretty text-ink-soft">
        <p>{toolFailureWords(themes.error, 'The themes could not be read.')}</p>
        <Button onClick={() => void themes.refetch()}>Try again</Button>
      </div>
    )
  }
  const { themes: found, alone } = themes.data
  if (found.length === 0) {
    return <p className="text-sm text-pretty text-ink-soft">No two of these posts tell the same problem.</p>
  }
  return (
    <>
      <ThemeList themes={found} chosen={chosen} onChoose={onChoose} onOpenPost={onOpenPost} />
      {alone > 0 ? (
        <p className="mt-3 text-xs text-ink-soft tabular-nums">
          {alone} {alone === 1 ? 'post stands' : 'posts stand'} alone.
        </p>
      ) : null}
    </>
  )
}
