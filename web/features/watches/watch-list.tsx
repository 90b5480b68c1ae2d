import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import type { Watch } from '#contract/watches.ts'
import { counted } from '#web/features/results/post-words.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useWatches } from './use-watches.ts'
import { WatchActions } from './watch-actions.tsx'

export const watchAddress = (id: string) => `/watches?${new URLSearchParams({ watch: id })}`

const stateLabels = { on: null, paused: 'Paused', beyond_plan: 'Paused: beyond the limit of your plan' }

/** The watches of the account. `brief` is for the home page and has no actions. */
export function WatchList({ brief = false }: { brief?: boolean }) {
  const read = useWatches()
  if (read.data === undefined) {
    if (read.error === null) return <Skeleton className="h-24 w-full" />
    return <ReadAgain query={read} words="Your watches could not be read." />
  }
  const { watches } = read.data
  if (watches.length === 0) {
    return (
      <p className="rounded-control border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-soft">
        No watches yet. A watch notifies you when new posts match a search.
      </p>
    )
  }
  return (
    <ul aria-label="Watches" className="flex flex-col divide-y divide-line">
      {watches.map((watch) => (
        <li key={watch.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
          <WatchLink watch={watch} />
          {brief ? null : <WatchActions watch={watch} />}
        </li>
      ))}
    </ul>
  )
}

function WatchLink({ watch }: { watch: Watch }) {
  const { id, name, query, leastScore, looksIn, state, posts, newPosts, olderPosts, lastFoundAt } = watch
  const last = lastFoundAt === null ? 'nothing found yet' : `last found ${formatMoment(lastFoundAt)}`
  const label = stateLabels[state]
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={watchAddress(id)}
          className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current wrap-anywhere"
        >
          <bdi>{name}</bdi>
        </Link>
        {newPosts > 0 ? <Badge>{newPosts} new</Badge> : null}
        {label === null ? null : <Badge variant="outline">{label}</Badge>}
      </p>
      <p className="mt-0.5 text-sm text-ink-soft tabular-nums wrap-anywhere">
        {name === query ? null : (
          <>
            <bdi>{query}</bdi> ·{' '}
          </>
        )}
        {leastScore === 0 ? null : `score ${leastScore} or more · `}
        {counted(posts, looksIn === 'own' ? 'row' : 'post')}
        {looksIn === 'both'
          ? ', your own material included'
          : looksIn === 'own'
            ? ' of your own material'
            : null}{' '}
        · {last}
        {olderPosts === 0
          ? null
          : ` · ${counted(olderPosts, looksIn === 'own' ? 'older row' : 'older post')} arrived`}
      </p>
    </div>
  )
}

/** The watches on the home page, above the history. Shows nothing if there are none. */
export function HomeWatches() {
  const { data } = useWatches()
  if (data === undefined || data.watches.length === 0) return null
  return (
    <section aria-labelledby="home-watches">
      <Card className="p-5 sm:p-6">
        <h2 id="home-watches" className="mb-4 flex items-center gap-2 text-lg font-semibold tracking-tight">
          <Bell aria-hidden="true" className="size-5 text-ink-soft" />
          Watches
        </h2>
        <WatchList brief />
      </Card>
    </section>
  )
}
