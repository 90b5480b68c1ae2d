import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { deleteListEndpoint, listListsEndpoint, saveListEndpoint } from '#contract/community-lists.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { ConfirmDialog } from '#web/features/accounts/form-dialog.tsx'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Button, buttonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAction } from '#web/use-action.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

const listsKey = [...ownKey, 'lists']
const renewed = { invalidates: [listsKey], awaitsRefetch: true }

export function SavedLists() {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card className="min-w-0 p-5 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-lg font-semibold tracking-tight outline-none">
        Saved lists
      </h2>
      <ListRows findHeading={() => heading.current} />
    </Card>
  )
}

/** A deleted list's button disappears, so the focus moves to the heading. */
function ListRows({ findHeading }: { findHeading: () => HTMLElement | null }) {
  const read = useLists()
  // Kept while the dialog closes, so that its text does not change.
  const [asked, setAsked] = useState<{ id: string; name: string; open: boolean } | null>(null)
  if (read.data === undefined) {
    if (read.error === null) return <Skeleton className="h-24 w-full" />
    return <ReadAgain query={read} words="Your lists could not be read." />
  }
  const { lists } = read.data
  return (
    <>
      {lists.length === 0 ? (
        <p className="rounded-control border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-soft">
          No lists yet. Saved lists will appear here.
        </p>
      ) : (
        <ul aria-label="Saved lists" className="flex flex-col divide-y divide-line">
          {lists.map(({ id, name, communities }) => (
            <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-3 py-4 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-medium wrap-anywhere">in:{name}</p>
                <p className="mt-0.5 text-sm text-pretty text-ink-soft wrap-anywhere">
                  {communities.join(', ')}
                </p>
              </div>
              <Link to={`/?${new URLSearchParams({ q: `in:${name}` })}`} className={buttonLink()}>
                Search this list<span className="sr-only"> ({name})</span>
              </Link>
              <Button variant="quiet" onClick={() => setAsked({ id, name, open: true })}>
                <Trash2 className="size-4" />
                Delete<span className="sr-only"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
          findReturn={(done) => (!done && lists.some(({ id }) => id === asked.id) ? null : findHeading())}
          title={`Delete the list “${asked.name}”?`}
          description="Searches that use it will then look for a community of that name."
          run={() => callEndpoint(deleteListEndpoint, { params: { listId: asked.id } })}
          failed={{ title: 'The list was not deleted', words: 'Please try again.' }}
          {...renewed}
          submit="Delete it"
          cancelLabel="Keep it"
          pendingLabel="Deleting..."
        />
      )}
    </>
  )
}

export const useLists = () => useEndpoint(listListsEndpoint, { queryKey: listsKey })

export function useSaveList() {
  return useAction({
    run: ({ name, communities }: { name: string; communities: string[] }) =>
      callEndpoint(saveListEndpoint, { body: { listName: name, communities } }),
    failed: { title: 'The list was not saved', words: 'Please try again.' },
    ...renewed,
  })
}
