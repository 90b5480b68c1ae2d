import { SignInFirst } from '#web/features/accounts/sign-in-first.tsx'
import { ListImport } from '#web/features/lists/list-import.tsx'
import { SavedLists } from '#web/features/lists/saved-lists.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

export function ListsPage() {
  useDocumentTitle('My lists · Unmet')
  const { user, loading } = useCurrentUser()
  if (loading) return <PageSkeleton />
  if (user === null) return <SignInFirst heading="My lists" words="Please log in to see your lists." />
  return (
    <div className="flex flex-col gap-8 pt-8 pb-20 sm:pt-12">
      <div className="max-w-3xl">
        <h1 className="text-3xl font-semibold tracking-tight">My lists</h1>
        <p className="mt-2 text-lg leading-8 text-pretty text-ink-soft">
          Lists are groups of communities. Add <code className="font-medium text-ink">in:name</code> to a
          search to search only the communities of a list.
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <ListImport />
        <SavedLists />
      </div>
    </div>
  )
}
