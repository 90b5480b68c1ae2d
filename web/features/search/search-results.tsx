import { clsx } from 'clsx'
import { ArrowUp, SearchX } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ProOffer } from '#web/features/billing/pro-offer.tsx'
import { KeywordContext } from '#web/features/results/highlighted-text.tsx'
import { counted } from '#web/features/results/post-words.ts'
import { findPlace, focusPlace } from '#web/features/results/result-keys.ts'
import { ResultsSkeleton } from '#web/features/results/results-skeleton.tsx'
import { ResultsWorkbench } from '#web/features/results/results-workbench.tsx'
import type { SearchOutcome } from '#web/features/results/search-outcome.ts'
import { findersOfKeyword } from '#web/features/results/split-keyword.ts'
import { useBrief } from '#web/features/results/use-brief.ts'
import { lazyComponent } from '#web/lazy-component.ts'
import { Button, buttonLink } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'
import { useCurrentUser } from '#web/use-current-user.ts'
import { AnswerHead } from './answer-head.tsx'
import { CoverageNote } from './coverage-note.tsx'
import { KeywordSuggestions } from './keyword-suggestions.tsx'
import { useLiveSearch } from './use-live-search.ts'

const ProResults = lazyComponent(() => import('#web/features/pro/pro-results.tsx'), 'ProResults')

const offerInList = <AnalysisOffer about="list" />
const offerOfPost = () => <AnalysisOffer about="post" />

type SearchResultsProps = {
  outcome: SearchOutcome
  /** True right after the search, when the focus should move to the results. */
  fresh: boolean
  left: string
}

export function SearchResults({ outcome, fresh, left }: SearchResultsProps) {
  const live = useLiveSearch(outcome)
  const count = outcome.results.length
  // The brief is refetched only when somebody shows new posts, so that nothing moves unexpectedly.
  const [briefOf, setBriefOf] = useState(count)
  const brief = useBrief(outcome.sessionId, { posts: briefOf, enabled: count > 0 })
  const letIn = () => {
    setBriefOf(count + live.waiting)
    return live.showAll()
  }
  const arrival = count === 0 ? `${outcome.sessionId} ${live.asking}` : outcome.sessionId
  const heading = useArrivalFocus(fresh ? arrival : null)
  const finders = useMemo(() => findersOfKeyword(outcome.keyword), [outcome.keyword])
  const isPro = outcome.results.some((result) => result.advancedScore !== undefined)
  if (count === 0) return <NoResults outcome={outcome} live={live} heading={heading} />
  return (
    <KeywordContext value={finders}>
      <div data-wide-page="" className="flex flex-col gap-2.5">
        <AnswerHead outcome={outcome} related={brief.data?.related ?? null} heading={heading} left={left} />
        <CoverageNote answer={outcome.sessionId} coverage={outcome.coverage} live={live.sources} brief />
        <NewPostsBar waiting={live.waiting} onShow={letIn} />
        {isPro ? (
          <Suspense fallback={<ResultsSkeleton />}>
            <ProResults outcome={outcome} brief={brief} />
          </Suspense>
        ) : (
          <ResultsWorkbench
            outcome={outcome}
            brief={brief}
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

type NoResultsProps = {
  outcome: SearchOutcome
  live: ReturnType<typeof useLiveSearch>
  heading: RefObject<HTMLHeadingElement | null>
}

function NoResults({ outcome, live, heading }: NoResultsProps) {
  const { sessionId, keyword, coverage, explanation, free } = outcome
  if (live.asking) {
    return (
      <div className="flex flex-col gap-5">
        <h2 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight outline-none">
          Nothing yet for “<bdi>{keyword}</bdi>”
        </h2>
        <CoverageNote answer={sessionId} coverage={coverage} live={live.sources} />
        <ResultsSkeleton />
      </div>
    )
  }
  // The explanation says already what was left out.
  const told = explanation === undefined ? coverage : coverage.map((one) => ({ ...one, leftOut: null }))
  return (
    <div className="flex flex-col gap-5">
      <StatePanel icon={<SearchX />} title={`Nothing found for “${keyword}”`} headingRef={heading}>
        <p>{explanation ?? 'No post has these words. Try fewer or more general ones.'}</p>
        {free === true ? <p>A search that finds nothing is not counted.</p> : null}
        <div className="mt-4 flex justify-center empty:hidden">
          <KeywordSuggestions keyword={keyword} coverage={coverage} related={[]} />
        </div>
      </StatePanel>
      <CoverageNote answer={sessionId} coverage={told} live={live.sources} />
    </div>
  )
}

type NewPostsBarProps = {
  waiting: number
  /** Shows the new posts; returns the position of the first. */
  onShow: () => string | null
}

/**
 * Announces better posts and lets the reader decide when the list changes. The button takes no space in the
 * layout.
 */
function NewPostsBar({ waiting, onShow }: NewPostsBarProps) {
  const goTo = useRef<string | null>(null)
  useEffect(() => {
    const place = goTo.current === null ? null : findPlace(goTo.current)
    // The row may be rendered a moment later.
    if (place === null) return
    focusPlace(place)
    goTo.current = null
  })
  const words = counted(waiting, 'new post')
  return (
    <>
      <p role="status" className="sr-only">
        {waiting === 0 ? '' : `${words} above`}
      </p>
      {waiting === 0 ? null : (
        <div className="pointer-events-none fixed inset-x-0 top-20 z-20 flex justify-center">
          <Button
            variant="primary"
            className="pointer-events-auto shadow-lift-high"
            onClick={() => {
              goTo.current = onShow()
            }}
          >
            <ArrowUp className="size-4" />
            {words}: show
          </Button>
        </div>
      )}
    </>
  )
}

const analysis =
  'SaaS viability, market timing, build complexity and competition, and the author’s industry, company size, urgency and budget'

/**
 * The offer of Pro, shown where Pro's analysis would be: in the open post, or after the third row of the
 * list.
 */
function AnalysisOffer({ about }: { about: 'post' | 'list' }) {
  const { user, expected } = useCurrentUser()
  if (user?.subscriptionTier === 'pro' || expected) return null
  const isVisitor = user === null
  return (
    <ProOffer>
      <aside
        aria-label={about === 'post' ? 'Pro analysis of this post' : 'Pro analysis'}
        className={clsx(
          'flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-control bg-accent-soft px-4 text-sm text-on-accent-soft',
          about === 'post' ? 'py-3' : 'py-1.5',
        )}
      >
        <p className="min-w-0 flex-1 basis-60 leading-5 text-pretty">
          {/* An account alone does not include the analysis, so visitors are not offered an upgrade. */}
          <strong className="font-semibold">
            {isVisitor ? 'Advanced analysis is part of Pro.' : 'Unlock Advanced Analysis'}
          </strong>{' '}
          {about === 'post'
            ? `Pro shows ${analysis}, where the post mentions them.`
            : isVisitor
              ? null
              : 'of each post.'}
        </p>
        <Link to="/subscribe" className={buttonLink()}>
          {isVisitor ? 'What Pro includes' : 'Upgrade to Pro'}
        </Link>
      </aside>
    </ProOffer>
  )
}
