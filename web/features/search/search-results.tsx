import SearchX from 'lucide-react/icons/search-x'
import { lazy, type RefObject, Suspense, useMemo, useState } from 'react'
import { KeywordContext, keywordPattern } from '#web/features/results/keyword-marks.ts'
import { ResultsSkeleton } from '#web/features/results/results-skeleton.tsx'
import { ResultsWorkbench } from '#web/features/results/results-workbench.tsx'
import type { SearchOutcome } from '#web/features/results/search-outcome.ts'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'
import { AnalysisOffer } from './analysis-offer.tsx'
import { AnswerHead } from './answer-head.tsx'
import { CoverageNote } from './coverage-note.tsx'
import { KeywordSuggestions } from './keyword-suggestions.tsx'
import { NewPostsBar } from './new-posts-bar.tsx'
import { useLiveSearch } from './use-live-search.ts'

const ProResults = lazy(async () => ({
  default: (await import('#web/features/pro/pro-results.tsx')).ProResults,
}))

const offerInList = <AnalysisOffer about="list" />
const offerOfPost = () => <AnalysisOffer about="post" />

type SearchResultsProps = {
  outcome: SearchOutcome
  /** True right after the search, when the focus should go to what was waited for. */
  fresh: boolean
  left: string
}

export function SearchResults({ outcome, fresh, left }: SearchResultsProps) {
  const live = useLiveSearch(outcome)
  const count = outcome.results.length
  // What people need is told anew when somebody lets new posts in, as these are: nothing moves by itself.
  const [briefOf, setBriefOf] = useState(count)
  const letIn = () => {
    setBriefOf(count + live.waiting)
    return live.showAll()
  }
  const arrival = count === 0 ? `${outcome.sessionId} ${live.asking}` : outcome.sessionId
  const heading = useArrivalFocus(fresh ? arrival : null)
  const pattern = useMemo(() => keywordPattern(outcome.keyword), [outcome.keyword])
  const isPro = outcome.results.some((result) => result.advancedScore !== undefined)
  if (count === 0) return <NoResults outcome={outcome} live={live} heading={heading} />
  return (
    <KeywordContext value={pattern}>
      <div data-wide-page="" className="flex flex-col gap-2.5">
        <AnswerHead outcome={outcome} briefOf={briefOf} heading={heading} left={left} />
        <CoverageNote coverage={outcome.coverage} live={live.sources} brief />
        <NewPostsBar waiting={live.waiting} onShow={letIn} />
        {isPro ? (
          <Suspense fallback={<ResultsSkeleton />}>
            <ProResults outcome={outcome} briefOf={briefOf} />
          </Suspense>
        ) : (
          <ResultsWorkbench
            outcome={outcome}
            briefOf={briefOf}
            fit={outcome.results}
            order="Best match first"
            offer={offerInList}
            more={offerOfPost}
          />
        )}
      </div>
    </KeywordContext>
  )
}

type Heading = RefObject<HTMLHeadingElement | null>
type NoResultsProps = {
  outcome: SearchOutcome
  live: ReturnType<typeof useLiveSearch>
  heading: Heading
}

/** Nothing, or nothing yet. */
function NoResults({ outcome, live, heading }: NoResultsProps) {
  const { keyword, coverage, explanation, free } = outcome
  const searched = <CoverageNote coverage={coverage} live={live.sources} />
  if (live.asking) {
    return (
      <div className="flex flex-col gap-5">
        <h2 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight outline-none">
          Nothing yet for “<bdi>{keyword}</bdi>”
        </h2>
        {searched}
        <ResultsSkeleton />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <StatePanel icon={<SearchX />} title={`Nothing found for “${keyword}”`} headingRef={heading}>
        <p>{explanation ?? 'No post has these words. Try fewer or more general ones.'}</p>
        {free === true ? <p>A search that finds nothing is not counted.</p> : null}
      </StatePanel>
      <KeywordSuggestions keyword={keyword} coverage={coverage} related={[]} />
      {searched}
    </div>
  )
}
