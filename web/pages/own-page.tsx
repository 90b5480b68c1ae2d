import { SignInFirst } from '#web/features/accounts/sign-in-first.tsx'
import { OwnMaterial } from '#web/features/own/own-material.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

export function OwnPage() {
  useDocumentTitle('My material · Unmet')
  const { user, loading } = useCurrentUser()
  if (loading) return <PageSkeleton />
  if (user === null) return <SignInFirst heading="My material" words="Please log in to see your material." />
  return (
    <div className="flex flex-col gap-8 pt-8 pb-20 sm:pt-12">
      <div className="max-w-3xl">
        <h1 className="text-3xl font-semibold tracking-tight">My material</h1>
        <p className="mt-2 text-lg leading-8 text-pretty text-ink-soft">
          Upload support tickets, reviews, interviews or survey answers. They are scored like public posts,
          and only you see them.
        </p>
      </div>
      <OwnMaterial user={user} />
    </div>
  )
}
