import { useQuery, useQueryClient } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link, useSearchParams } from 'react-router'
import { type SearchHistoryItem, searchHistoryEndpoint } from '#contract/usage.ts'
import { callEndpoint } from '#web/api-client.ts'
import { historyKey, savedResultsKey } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The person's newest searches; each opens its original results again, at no cost. */
export function SearchHistory() {
  const history = useQuery({
    queryKey: historyKey,
    queryFn: () => callEndpoint(searchHistoryEndpoint),
  })
  return (
    <section aria-labelledby="search-history">
      <Card className="p-5 sm:p-6">
        <h2 id="search-history" className="text-lg font-semibold tracking-tight">
          Recent Search History
        </h2>
        <p className="mt-1 text-sm text-ink-soft">Opening an earlier search again costs nothing.</p>
        <div className="mt-4">
          <HistoryBody items={history.data} error={history.error} onRetry={() => void history.refetch()} />
        </div>
      </Card>
    </section>
  )
}

type HistoryBodyProps = {
  items: readonly SearchHistoryItem[] | undefined
  error: Error | null
  onRetry: () => void
}

function HistoryBody({ items, error, onRetry }: HistoryBodyProps) {
  if (items === undefined) {
    if (error === null) return <Skeleton className="h-28 w-full" />
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p>{failureMessage(error, 'Your history could not be read.')}</p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    )
  }
  if (items.length === 0) {
    return (
      <p className="rounded-control border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-soft">
        No searches yet. Your first one will stand here.
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
  const reload = () => {
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
