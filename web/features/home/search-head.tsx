import { Suspense } from 'react'
import { lazyComponent } from '#web/lazy-component.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'
import { SearchLead } from './search-lead.tsx'

const AccountOverview = lazyComponent(() => import('./account-overview.tsx'), 'AccountOverview')

export function SearchHead({ brief }: { brief: boolean }) {
  const { user, expected } = useCurrentUser()
  const waiting = <HeadSkeleton brief={brief} />
  if (expected) return waiting
  if (user === null) return <ProductLine brief={brief} />
  return (
    <Suspense fallback={waiting}>
      <AccountOverview user={user} brief={brief} />
    </Suspense>
  )
}

function ProductLine({ brief }: { brief: boolean }) {
  return (
    <div className={brief ? 'sr-only' : 'max-w-3xl'}>
      <h1 className="text-4xl leading-tight font-semibold tracking-tight text-balance sm:text-5xl sm:leading-[1.15]">
        Find the <mark className="mark-for px-1 decoration-4">problems</mark> people already talk about
      </h1>
      <p className="mt-4 text-lg leading-8 text-pretty text-ink-soft">
        Unmet searches public discussions for your keyword and scores each post for SaaS potential, with the
        words that earned every point.
      </p>
      <p className="mt-4 hidden w-fit rounded-control bg-sunken px-4 py-3 text-sm noscript:block">
        Searching needs JavaScript. Please switch it on and reload the page.
      </p>
    </div>
  )
}

/** As high as the content that is loading, so that the search box does not move. */
function HeadSkeleton({ brief }: { brief: boolean }) {
  if (brief) {
    return (
      <div className="flex min-h-9 items-center">
        <h1 className="sr-only">Your searches</h1>
        <Skeleton shape="round" className="h-7 w-60 max-w-full sm:w-96" />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-3xl leading-tight sm:text-4xl">
            <span className="sr-only">Your searches</span>
            <Skeleton className="h-[1lh] w-60 max-w-full" />
          </h1>
          <SearchLead />
        </div>
        <Skeleton shape="round" className="h-7 w-72 max-w-full" />
      </div>
      <Skeleton shape="card" className="h-20 w-full sm:h-25" />
    </div>
  )
}
