import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { deleteListEndpoint, listListsEndpoint, saveListEndpoint } from '#contract/community-lists.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
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
      <ListRows onDeleted={() => heading.current?.focus()} />
    </Card>
  )
}

/** A deleted list takes its button along: who pressed it goes on from the heading. */
function ListRows({ onDeleted }: { onDeleted: () => void }) {
  const read = useLists()
  const remove = useAction({
    run: (listId: string) => callEndpoint(deleteListEndpoint, { params: { listId } }),
    failed: { title: 'The list was not deleted', words: 'Please try again.' },
    ...renewed,
  })
  if (read.data === undefined) {
    if (read.error === null) return <Skeleton className="h-24 w-full" />
    return <ReadAgain query={read} words="Your lists could not be read." />
  }
  if (read.data.lists.length === 0) {
    return (
      <p className="rounded-control border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-soft">
        No lists yet. Those you save will stand here.
      </p>
    )
  }
  return (
    <ul aria-label="Saved lists" className="flex flex-col divide-y divide-line">
      {read.data.lists.map(({ id, name, communities }) => (
        <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-3 py-4 first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-medium wrap-anywhere">in:{name}</p>
            <p className="mt-0.5 text-sm text-pretty text-ink-soft wrap-anywhere">{communities.join(', ')}</p>
          </div>
          <Link to={`/?${new URLSearchParams({ q: `in:${name}` })}`} className={buttonLink()}>
            Search in it<span className="sr-only"> ({name})</span>
          </Link>
          <Button
            variant="quiet"
            aria-disabled={remove.isPending}
            onClick={() => remove.mutate(id, { onSuccess: onDeleted })}
          >
            <Trash2 className="size-4" />
            Delete<span className="sr-only"> {name}</span>
          </Button>
        </li>
      ))}
    </ul>
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
