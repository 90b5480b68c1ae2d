import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Sparkles } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { CurrentUser } from '#contract/accounts.ts'
import { type SearchHistoryItem, searchHistoryEndpoint } from '#contract/usage.ts'
import { savedResultsKey } from '#web/current-user-cache.ts'
import { ProOffer } from '#web/features/billing/pro-offer.tsx'
import { MainLink } from '#web/features/site/button-link.tsx'
import { formatMoment } from '#web/features/site/format-date.ts'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { HomeWatches } from '#web/features/watches/watch-list.tsx'
import { isPlainClick } from '#web/plain-click.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useEndpoint } from '#web/use-endpoint.ts'

export function AccountHistory({ user, idle }: { user: CurrentUser; idle: boolean }) {
  return (
    <div className="flex flex-col gap-6">
      {user.subscriptionTier === 'pro' || !idle ? null : <UpgradeBanner />}
      <HomeWatches />
      <SearchHistory />
    </div>
  )
}

/** What Pro would add for this user. Promises no more than the plan includes. */
function UpgradeBanner() {
  return (
    <ProOffer>
      <aside
        aria-label="Upgrade"
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-card bg-accent-soft px-5 py-5 text-on-accent-soft sm:px-6"
      >
        <div className="flex min-w-0 flex-1 basis-72 gap-4">
          <Sparkles aria-hidden="true" className="mt-0.5 hidden size-5 shrink-0 sm:block" />
          <div>
            <p className="font-semibold">Unlock Advanced Analysis</p>
            <p className="mt-0.5 text-sm leading-6 text-pretty">
              Pro gives you {readSiteFacts().searchLimit === 'off' ? null : 'unlimited searches, '}
              advanced opportunity scores and a detailed persona for each post.
            </p>
          </div>
        </div>
        <MainLink to="/subscribe">Upgrade to Pro</MainLink>
      </aside>
    </ProOffer>
  )
}

function SearchHistory() {
  const history = useEndpoint(searchHistoryEndpoint)
  return (
    <section aria-labelledby="search-history">
      <Card className="p-5 sm:p-6">
        <h2 id="search-history" className="text-lg font-semibold tracking-tight">
          Recent Search History
        </h2>
        <p className="mt-1 text-sm text-ink-soft">Reopening an earlier search is free.</p>
        <div className="mt-4">
          {history.data ? (
            <HistoryList items={history.data} />
          ) : history.isError ? (
            <ReadAgain query={history} words="Your history could not be read." />
          ) : (
            <Skeleton className="h-28 w-full" />
          )}
        </div>
      </Card>
    </section>
  )
}

function HistoryList({ items }: { items: readonly SearchHistoryItem[] }) {
  if (items.length === 0) {
    return (
      <p className="rounded-control border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-soft">
        No searches yet. Your first one will appear here.
      </p>
    )
  }
  return (
    <ul className="-mx-3 flex flex-col">
      {items.map((item) => (
        <li key={item.id}>
          <HistoryRow item={item} />
        </li>
      ))}
    </ul>
  )
}

function HistoryRow({ item }: { item: SearchHistoryItem }) {
  const queryClient = useQueryClient()
  const [params] = useSearchParams()
  const token = item.sessionToken
  const words = (
    <span className="min-w-0 flex-1">
      <span className="block font-medium wrap-anywhere">
        “<bdi>{item.keyword}</bdi>”
      </span>
      <span className="mt-0.5 block text-sm text-ink-soft tabular-nums">
        {item.resultsCount} {item.resultsCount === 1 ? 'result' : 'results'} · {formatMoment(item.createdAt)}
      </span>
    </span>
  )
  const row = 'flex items-center gap-4 rounded-control px-3 py-3'
  if (token === null) {
    return (
      <div className={row}>
        {words}
        <Badge variant="outline">Expired</Badge>
      </div>
    )
  }
  const reload = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    void queryClient.resetQueries({ queryKey: savedResultsKey(token) })
    window.scrollTo({ top: 0 })
  }
  return (
    <Link
      to={`/?${new URLSearchParams({ q: item.keyword, session: token })}`}
      onClick={reload}
      aria-current={params.get('session') === token ? 'true' : undefined}
      className={`${row} group hover:bg-sunken aria-[current]:bg-sunken`}
    >
      {words}
      <ChevronRight
        aria-hidden="true"
        className="size-5 shrink-0 text-ink-soft transition-transform group-hover:translate-x-0.5"
      />
    </Link>
  )
}
