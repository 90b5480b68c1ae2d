import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, Rss } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type Watch, type WatchPostsReply, watchPostsEndpoint } from '#contract/watches.ts'
import { callEndpoint } from '#web/api-client.ts'
import { showNotLoaded } from '#web/failure-messages.ts'
import { KeywordContext } from '#web/features/results/highlighted-text.tsx'
import { postKey } from '#web/features/results/post-key.ts'
import { counted } from '#web/features/results/post-words.ts'
import { NewPosts } from '#web/features/results/result-row.tsx'
import { watchSession } from '#web/features/results/results-address.ts'
import { ResultsSkeleton } from '#web/features/results/results-skeleton.tsx'
import { ResultsWorkbench } from '#web/features/results/results-workbench.tsx'
import { findersOfKeyword } from '#web/features/results/split-keyword.ts'
import { noBrief } from '#web/features/results/use-brief.ts'
import { useDeferred } from '#web/features/results/use-deferred.ts'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { changeWatch, watchesKey, watchPostsKey } from './use-watches.ts'
import { WatchActions } from './watch-actions.tsx'
import { WatchForm } from './watch-form.tsx'

const placeWords = { own: 'in your own material', both: 'public posts and your own material' }
const nothingWords = {
  posts: 'Matching posts appear here as they arrive.',
  own: 'Matching rows appear here when you add material.',
  both: 'Matching posts appear here as they arrive, and matching rows when you add material.',
}

function useWatchPosts(id: string) {
  return useInfiniteQuery({
    queryKey: watchPostsKey(id),
    queryFn: ({ pageParam }) =>
      callEndpoint(watchPostsEndpoint, {
        params: { watchId: id },
        ...(pageParam === null ? {} : { query: { before: String(pageParam) } }),
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }: WatchPostsReply) => next,
  })
}

/** Tells the server which posts were shown, so that they are not marked as new the next time. */
function useLook(id: string, first: WatchPostsReply | undefined) {
  const queryClient = useQueryClient()
  const upTo = first === undefined ? null : (first.results[0]?.number ?? 0)
  const isNews = first !== undefined && first.watch.newPosts + first.watch.olderPosts > 0
  useEffect(() => {
    if (upTo === null || !isNews) return
    changeWatch(id, { lookedUpTo: upTo }).then(
      () => queryClient.invalidateQueries({ queryKey: watchesKey }),
      // The post stays marked as new until the watch is opened again.
      () => {},
    )
  }, [id, upTo, isNews, queryClient])
}

/** The posts of a watch, as results: newest first, with marks for what is new. */
export function WatchView({ id }: { id: string }) {
  const posts = useWatchPosts(id)
  const pages = posts.data?.pages
  useLook(id, pages?.[0])
  const watch = pages?.[0]?.watch
  if (watch === undefined) {
    if (posts.error === null) return <ResultsSkeleton />
    return (
      <>
        <BackLink />
        <ReadAgain query={posts} words="This watch could not be read. It may have been deleted." />
      </>
    )
  }
  return (
    <>
      <WatchHead watch={watch} />
      <WatchPosts watch={watch} pages={pages ?? []} />
      {posts.hasNextPage ? (
        <Button
          className="self-start"
          aria-disabled={posts.isFetchingNextPage}
          onClick={() => void posts.fetchNextPage()}
        >
          {posts.isFetchingNextPage ? 'Loading...' : 'Show older posts'}
        </Button>
      ) : null}
    </>
  )
}

function BackLink() {
  return (
    <Link
      to="/watches"
      className="flex w-fit items-center gap-1 text-sm font-medium underline underline-offset-4"
    >
      <ChevronLeft aria-hidden="true" className="size-4" />
      All watches
    </Link>
  )
}

const loadDelivery = async () => (await import('#web/features/delivery/watch-delivery.tsx')).WatchDelivery

function WatchHead({ watch }: { watch: Watch }) {
  const [open, setOpen] = useState<'change' | 'delivery' | null>(null)
  const toggle = (part: 'change' | 'delivery') => setOpen(open === part ? null : part)
  const close = () => setOpen(null)
  const changeButton = useRef<HTMLButtonElement>(null)
  const closeForm = () => {
    // The form's buttons disappear with it.
    changeButton.current?.focus()
    close()
  }
  const Delivery = useDeferred(loadDelivery, open === 'delivery', () => {
    close()
    showNotLoaded('Feed and webhooks')
  })
  const navigate = useNavigate()
  return (
    <div className="flex flex-col gap-3">
      <BackLink />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <WatchFacts watch={watch} />
        <div className="flex flex-wrap gap-1">
          <Button variant="quiet" aria-expanded={open === 'delivery'} onClick={() => toggle('delivery')}>
            <Rss className="size-4" />
            Feed and webhooks
          </Button>
          <Button
            ref={changeButton}
            variant="quiet"
            aria-expanded={open === 'change'}
            onClick={() => toggle('change')}
          >
            Change
          </Button>
          <WatchActions watch={watch} onDeleted={() => void navigate('/watches')} />
        </div>
      </div>
      {open === 'change' ? <WatchForm watch={watch} onSaved={closeForm} onCancel={closeForm} /> : null}
      {open === 'delivery' && Delivery !== null ? <Delivery watch={watch} /> : null}
    </div>
  )
}

function WatchFacts({ watch }: { watch: Watch }) {
  const { name, query, leastScore, looksIn, posts, olderPosts, state } = watch
  return (
    <div className="min-w-0 flex-1 basis-72">
      <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">
        <bdi>{name}</bdi>
      </h1>
      <p className="mt-1 text-sm text-ink-soft wrap-anywhere tabular-nums">
        <bdi>{query}</bdi>
        {leastScore === 0 ? null : ` · score ${leastScore} or more`} ·{' '}
        {counted(posts, looksIn === 'own' ? 'row' : 'post')}
        {looksIn === 'posts' ? null : ` · ${placeWords[looksIn]}`}
        {state === 'on'
          ? null
          : state === 'paused'
            ? ' · paused'
            : ' · paused: beyond the limit of your plan'}
      </p>
      {olderPosts === 0 ? null : (
        <p className="mt-1 text-sm text-ink-soft">
          {counted(olderPosts, looksIn === 'own' ? 'row' : 'post')} written long ago arrived too.{' '}
          <SearchLinks watch={watch} />
        </p>
      )}
    </div>
  )
}

/** Searches for all posts that match the watch's query, in the places where the watch searches. */
function SearchLinks({ watch: { query, looksIn } }: { watch: Watch }) {
  const asked = new URLSearchParams({ q: query })
  return (
    <>
      {looksIn === 'own' ? null : (
        <Link to={`/?${asked}`} className="underline underline-offset-4">
          Search for all
        </Link>
      )}{' '}
      {looksIn === 'posts' ? null : (
        <Link to={`/own?${asked}`} className="underline underline-offset-4">
          Search your material
        </Link>
      )}
    </>
  )
}

function WatchPosts({ watch, pages }: { watch: Watch; pages: readonly WatchPostsReply[] }) {
  const { id, query } = watch
  const results = useMemo(() => pages.flatMap((page) => page.results), [pages])
  const news = useMemo(
    () => new Set(results.filter(({ isNew }) => isNew).map((result) => postKey(result))),
    [results],
  )
  const finders = useMemo(() => findersOfKeyword(query), [query])
  if (results.length === 0) {
    return (
      <p className="rounded-card border border-dashed border-line-strong p-6 text-ink-soft">
        Nothing yet. {nothingWords[watch.looksIn]}
      </p>
    )
  }
  const outcome = { results, keyword: query, sessionId: watchSession(id), coverage: [], scorerVersion: '' }
  return (
    <KeywordContext value={finders}>
      <NewPosts value={news}>
        <h2 className="sr-only">Posts</h2>
        <ResultsWorkbench outcome={outcome} brief={noBrief} fit={results} order="Newest first" reordered />
      </NewPosts>
    </KeywordContext>
  )
}
