import Trash2 from 'lucide-react/icons/trash-2'
import { type RefObject, useState } from 'react'
import type { OwnCollection } from '#contract/own-material.ts'
import { ConfirmDialog } from '#web/features/accounts/form-dialog.tsx'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatRowCount, problemMessage } from './collection-labels.ts'
import { collectionDeletion } from './use-own-material.ts'

type CollectionListProps = {
  collections: readonly OwnCollection[]
  /** Gets the focus once a collection is gone with its buttons. */
  heading: RefObject<HTMLElement | null>
  /** The one whose columns are being chosen. */
  mapping: string | null
  onMap: (collectionId: string) => void
}

export function CollectionList({ collections, heading, mapping, onMap }: CollectionListProps) {
  const [deleting, setDeleting] = useState<OwnCollection | null>(null)
  return (
    <>
      {collections.length === 0 ? (
        <p className="rounded-control border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-soft">
          Nothing yet. What you add will stand here.
        </p>
      ) : (
        <ul aria-label="Your collections" className="flex flex-col divide-y divide-line">
          {collections.map((collection) => (
            <CollectionRow
              key={collection.id}
              collection={collection}
              onMap={collection.id === mapping ? null : () => onMap(collection.id)}
              onDelete={() => setDeleting(collection)}
            />
          ))}
        </ul>
      )}
      <DeleteDialog
        collection={deleting}
        onClose={() => setDeleting(null)}
        findReturn={(gone) => (collections.some(({ id }) => id === gone.id) ? null : heading.current)}
      />
    </>
  )
}

type CollectionRowProps = { collection: OwnCollection; onMap: (() => void) | null; onDelete: () => void }

function CollectionRow({ collection, onMap, onDelete }: CollectionRowProps) {
  const { name, state, createdAt } = collection
  const problems = problemMessage(collection)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {state === 'scoring' ? <Badge>Being scored</Badge> : null}
          {state === 'failed' ? <Badge variant="notice">Could not be read</Badge> : null}
          {state === 'uploading' ? <Badge variant="outline">Waits for its columns</Badge> : null}
        </p>
        <p className="mt-0.5 text-sm text-pretty text-ink-soft tabular-nums">
          {formatRowCount(collection)} · {formatMoment(createdAt)}
        </p>
        {problems.length === 0 ? null : (
          <details className="mt-1 text-sm text-ink-soft">
            <summary className="w-fit cursor-pointer font-medium text-ink">What was not kept</summary>
            <ul className="mt-1 list-disc pl-5 leading-6">
              {problems.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {state === 'uploading' && onMap !== null ? (
        <Button onClick={onMap}>
          Choose the columns<span className="sr-only"> of {name}</span>
        </Button>
      ) : null}
      <Button variant="quiet" onClick={onDelete}>
        <Trash2 className="size-4" />
        Delete<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}

type DeleteDialogProps = {
  collection: OwnCollection | null
  onClose: () => void
  findReturn: (collection: OwnCollection) => HTMLElement | null
}

function DeleteDialog({ collection, onClose, findReturn }: DeleteDialogProps) {
  // While it closes, the dialog says what it said.
  const [last, setLast] = useState(collection)
  if (collection !== null && collection !== last) setLast(collection)
  if (last === null) return null
  const { run, ...deletion } = collectionDeletion
  return (
    <ConfirmDialog
      open={collection !== null}
      onClose={onClose}
      findReturn={() => findReturn(last)}
      title={`Delete “${last.name}”?`}
      description="All of its rows and their scores are removed, for good."
      run={() => run(last.id)}
      {...deletion}
      variant="danger"
      submit="Delete it"
      cancelLabel="Keep it"
      pendingLabel="Deleting..."
    />
  )
}
