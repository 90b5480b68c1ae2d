import { clsx } from 'clsx'
import { memo, useId, useState } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ScoreHistogram } from './score-histogram.tsx'
import { ThemeList } from './theme-list.tsx'
import { toolFailureWords } from './tool-failure-words.ts'
import type { ThemesQuery } from './use-themes.ts'

type ResultsRailProps = {
  results: readonly SearchResult[]
  leastScore: number
  themes: ThemesQuery
  chosen: string | null
  onChoose: (label: string | null) => void
  onOpenPost: (key: string) => void
}

/** What all results have in common, beside them: their scores and their themes. On a narrow screen it opens. */
export const ResultsRail = memo(function ResultsRail(props: ResultsRailProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const count = props.themes.data?.themes.length
  return (
    <div className="max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3">
      <div className="flex items-center justify-between gap-3 lg:hidden">
        <p className="font-semibold">
          Themes and scores
          {count ? <span className="font-normal text-ink-soft tabular-nums"> ({count})</span> : null}
        </p>
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'}
          <span className="sr-only"> themes and scores</span>
        </Button>
      </div>
      <div id={id} className={clsx('flex-col gap-7 max-lg:pt-4 lg:flex', open ? 'flex' : 'hidden')}>
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
