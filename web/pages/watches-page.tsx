import { useNavigate, useSearchParams } from 'react-router'
import { SignInFirst } from '#web/features/accounts/sign-in-first.tsx'
import { DigestCard } from '#web/features/digests/digest-card.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { usePageArrival } from '#web/features/site/use-page-arrival.ts'
import { WatchForm } from '#web/features/watches/watch-form.tsx'
import { WatchList, watchAddress } from '#web/features/watches/watch-list.tsx'
import { WatchView } from '#web/features/watches/watch-view.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

export function WatchesPage() {
  useDocumentTitle('Watches · Unmet')
  const { user, loading } = useCurrentUser()
  const [params] = useSearchParams()
  const id = params.get('watch')
  usePageArrival(id ?? '')
  if (loading) return <PageSkeleton />
  if (user === null) return <SignInFirst heading="Watches" words="Please log in to see your watches." />
  if (id !== null) {
    return (
      <div key={id} data-wide-page="" className="flex flex-col gap-5 pt-6 pb-20">
        <WatchView id={id} />
      </div>
    )
  }
  return <AllWatches query={params.get('q') ?? ''} own={params.get('in') === 'own'} />
}

function AllWatches({ query, own }: { query: string; own: boolean }) {
  const navigate = useNavigate()
  return (
    <div className="flex flex-col gap-8 pt-8 pb-20 sm:pt-12">
      <div className="max-w-3xl">
        <h1 className="text-3xl font-semibold tracking-tight">Watches</h1>
        <p className="mt-2 text-lg leading-8 text-pretty text-ink-soft">
          Saved searches that tell you which posts are new. Opening one uses no search.
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Card className="p-5 sm:p-6">
            <h2 className="mb-4 text-lg font-semibold tracking-tight">Your watches</h2>
            <WatchList />
          </Card>
          <DigestCard />
        </div>
        <WatchForm
          key={`${query} ${own}`}
          watch={null}
          query={query}
          looksIn={own ? 'own' : 'posts'}
          onSaved={({ id }) => void navigate(watchAddress(id))}
        />
      </div>
    </div>
  )
}
