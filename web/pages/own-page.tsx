import LogIn from 'lucide-react/icons/log-in'
import { Link, useLocation } from 'react-router'
import { authAddress } from '#web/features/accounts/next-path.ts'
import { useCurrentUser } from '#web/features/accounts/use-current-user.ts'
import { OwnMaterial } from '#web/features/own/own-material.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { buttonLink } from '#web/ui/button.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'

/** One's own tickets, reviews, interviews and answers: scored as posts are, and private. */
export function OwnPage() {
  useDocumentTitle('My material · Unmet')
  const { user, loading } = useCurrentUser()
  const { search } = useLocation()
  if (loading) return <PageSkeleton />
  if (user === null) {
    return (
      <div className="mx-auto max-w-xl py-10 sm:py-16">
        <h1 className="sr-only">My material</h1>
        <StatePanel
          icon={<LogIn />}
          title="Please log in to see your material."
          actions={
            <Link
              to={authAddress(`/own${search}`)}
              className={buttonLink({ variant: 'primary', size: 'medium' })}
            >
              Sign In
            </Link>
          }
        >
          <p>You come back here afterwards.</p>
        </StatePanel>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-8 pt-8 pb-20 sm:pt-12">
      <div className="max-w-3xl">
        <h1 className="text-3xl font-semibold tracking-tight">My material</h1>
        <p className="mt-2 text-lg leading-8 text-pretty text-ink-soft">
          Bring support tickets, reviews, interviews or survey answers. They are scored as public posts are,
          and only you see them.
        </p>
      </div>
      <OwnMaterial user={user} />
    </div>
  )
}
