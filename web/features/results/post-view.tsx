import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { readPostEndpoint } from '#contract/posts.ts'
import type { SearchResult } from '#contract/search.ts'
import { ApiError, callEndpoint } from '#web/api-client.ts'
import { savedResultsKey } from '#web/current-user-cache.ts'
import { toolFailureMessage } from '#web/failure-messages.ts'
import { RetryButton } from '#web/features/site/retry-button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EvidenceTooltip, HighlightedText, marksOf, ResultKeyword } from './highlighted-text.tsx'
import { OpportunityBadge } from './opportunity-badge.tsx'
import { PostActions } from './post-actions.tsx'
import { postKey, readPostKey } from './post-key.ts'
import { AlsoPosted, ResultFacts } from './result-facts.tsx'
import { watchIn } from './results-address.ts'
import { CueList, ScoreBar, ScoreBreakdown, StrongestReasons } from './score-breakdown.tsx'
import type { SearchOutcome } from './search-outcome.ts'
import type { Workbench } from './use-workbench.ts'

/** Most people never open a watch, so its contract is loaded with the first post of a watch. */
async function readWatchPost(params: { watchId: string; source: string; id: string }) {
  const { watchPostEndpoint } = await import('#contract/watches.ts')
  return callEndpoint(watchPostEndpoint, { params })
}

/** A post of a search. It is loaded when it is opened; until then the data of the list is shown. */
export function usePost({ sessionId, results }: SearchOutcome, key: string, enabled = true) {
  const post = useQuery({
    queryKey: [...savedResultsKey(sessionId), 'post', key],
    queryFn: async () => {
      const { source = '', id = '' } = readPostKey(key) ?? {}
      const watchId = watchIn(sessionId)
      const { selftext, ...whole } =
        watchId === null
          ? await callEndpoint(readPostEndpoint, { params: { sessionToken: sessionId, source, id } })
          : await readWatchPost({ watchId, source, id })
      return { ...whole, excerpt: selftext, excerptStart: 0, textCharacters: selftext.length }
    },
    enabled,
  })
  const listed = results.find((result) => postKey(result) === key)
  // Only the list contains the post's duplicates in other places.
  return { post, result: post.data === undefined ? listed : { ...listed, ...post.data } }
}

export function PostTitle({ result, failed }: { result: SearchResult | undefined; failed: boolean }) {
  if (result === undefined) {
    if (failed) return 'This post could not be opened'
    return (
      <>
        <span className="sr-only">Loading the post</span>
        <Skeleton className="h-7 w-4/5" />
      </>
    )
  }
  if (result.title.trim() === '') return <span className="text-ink-soft">Post without a title</span>
  const spans = marksOf(result.evidence, 'title')
  return (
    <span data-field="title">
      <ResultKeyword otherWords={result.otherWords}>
        <HighlightedText text={result.title} spans={spans} reachable />
      </ResultKeyword>
    </span>
  )
}

type PostViewProps = {
  post: ReturnType<typeof usePost>['post']
  /** The full post; while it loads, or if it cannot be loaded, the data of the list. */
  result: SearchResult | undefined
  more?: ((result: SearchResult) => ReactNode) | undefined
  /** The text is rendered at once; sentences and points follow. */
  deferred?: boolean
}

/** A post with all its details; its title is above, within the same `data-reading`. */
export function PostView({ post, result, more, deferred = false }: PostViewProps) {
  // The list has only some facts of the post. If these facts were shown first, they would move when the whole
  // post arrives. A server-rendered page already shows all facts.
  const [isRendered] = useState(post.fetchStatus === 'idle')
  const ready = useDeferredValue(true, !deferred) && (isRendered || !post.isPending)
  return (
    <div className="[&_[data-start]:focus]:outline-2 [&_[data-start]:focus]:outline-offset-1 [&_[data-start]:focus]:outline-accent">
      {result === undefined ? null : (
        <div className="mt-2">
          <ResultFacts result={result} age />
          <AlsoPosted places={result.alsoPostedIn} />
        </div>
      )}
      {post.isError ? <PostFailure post={post} hasExcerpt={result !== undefined} /> : null}
      {result === undefined || !ready ? (
        post.isError ? null : (
          <TextSkeleton />
        )
      ) : (
        <EvidenceTooltip>
          <div className="mt-4 flex flex-col gap-5">
            <section aria-label="The score" className="flex min-w-0 flex-col gap-3">
              <div className="flex min-h-18 items-start gap-4">
                <OpportunityBadge score={result.opportunityScore} />
                <StrongestReasons result={result} />
              </div>
              {post.isSuccess ? <ScoreBar result={result} /> : null}
            </section>
            <section aria-label="The post" className="min-w-0">
              <ResultKeyword otherWords={result.otherWords}>
                <PostText result={result} />
              </ResultKeyword>
            </section>
            {post.isSuccess ? (
              <section aria-label="All reasons" className="flex min-w-0 flex-col gap-3">
                <h3 className="text-sm font-semibold">How the {result.opportunityScore} points add up</h3>
                <ScoreBreakdown result={result} />
                <CueList result={result} scorerVersion={post.data.scorerVersion} />
              </section>
            ) : null}
            {more?.(result)}
          </div>
        </EvidenceTooltip>
      )}
    </div>
  )
}

function PostText({ result }: { result: SearchResult }) {
  const spans = marksOf(result.evidence, 'selftext')
  const { excerpt, excerptStart, textCharacters } = result
  const goesOn = excerptStart + excerpt.length < textCharacters
  if (textCharacters === 0) return <p className="text-ink-soft">This post has a title only.</p>
  return (
    <p data-field="selftext" dir="auto" className="leading-7 wrap-anywhere whitespace-pre-wrap">
      {excerptStart > 0 ? '… ' : null}
      <HighlightedText text={excerpt} spans={spans} textStart={excerptStart} plain reachable />
      {goesOn ? ' …' : null}
    </p>
  )
}

export function TextSkeleton() {
  return (
    <div aria-hidden="true" className="mt-4 flex flex-col gap-3">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}

function PostFailure({ post, hasExcerpt }: { post: PostViewProps['post']; hasExcerpt: boolean }) {
  const final = post.error instanceof ApiError && post.error.status === 404
  return (
    <Callout tone={final ? 'notice' : 'danger'} icon={<TriangleAlert />} className="mt-5">
      <p>{toolFailureMessage(post.error, 'The post could not be loaded.')}</p>
      {hasExcerpt ? <p>The summary from the list is shown below.</p> : null}
      {final ? null : (
        <RetryButton
          className="mt-3"
          error={post.error}
          aria-disabled={post.isFetching}
          onRetry={() => post.refetch()}
        />
      )}
    </Callout>
  )
}

export function PostPane({ bench }: { bench: Workbench }) {
  const { reading } = bench
  return (
    <div className="hidden lg:block">
      <section
        aria-label="The post you read"
        data-post-pane={reading ?? ''}
        className="sticky top-20 h-[calc(100dvh-6rem)] rounded-card border border-line bg-surface"
      >
        {reading === null ? (
          <p className="p-6 text-sm text-ink-soft">Select a post to read it here.</p>
        ) : (
          <OpenPost key={reading} bench={bench} reading={reading} />
        )}
      </section>
    </div>
  )
}

function OpenPost({ bench, reading }: { bench: Workbench; reading: string }) {
  // While the window size is unknown, no post is requested, because this view may turn out to be hidden.
  const { post, result } = usePost(bench.outcome, reading, bench.wide === true)
  return (
    <div
      data-reading=""
      className="relative h-full overflow-y-auto overscroll-contain rounded-card px-5 pt-3 pb-6"
    >
      <div className="-mx-3 flex min-h-9 items-center gap-1">
        {result === undefined ? null : <PostActions result={result} />}
      </div>
      <h3
        tabIndex={-1}
        data-pane-title=""
        dir="auto"
        className="mt-1 text-xl leading-7 font-semibold tracking-tight text-pretty wrap-anywhere outline-none [&_mark]:bg-transparent"
      >
        <PostTitle result={result} failed={post.isError} />
      </h3>
      <PostView post={post} result={result} more={bench.more} />
    </div>
  )
}
