import Trash2 from 'lucide-react/icons/trash-2'
import { type RefObject, useState } from 'react'
import { deleteOwnEndpoint, type OwnCollection } from '#contract/own-material.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { ConfirmDialog } from '#web/features/accounts/form-dialog.tsx'
import { counted, formatCount } from '#web/features/results/post-words.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

/** Removes a collection, announces the removal even if the list disappears, and refetches search results. */
export const collectionDeletion = {
  run: (collectionId: string) => callEndpoint(deleteOwnEndpoint, { params: { collectionId } }),
  toast: ({ message }: { message: string }) => ({ title: 'Collection deleted', description: message }),
  failed: { title: 'Could not delete it', words: 'Please try again.' },
  invalidates: [ownKey],
  awaitsRefetch: true,
}

type CollectionListProps = {
  collections: readonly OwnCollection[]
  /** Gets the focus when a collection and its buttons are removed. */
  heading: RefObject<HTMLElement | null>
  /** The collection whose columns are being chosen. */
  mapping: string | null
  onMap: (collectionId: string) => void
}

export function CollectionList({ collections, heading, mapping, onMap }: CollectionListProps) {
  // Kept while the dialog closes, so that its text does not change.
  const [asked, setAsked] = useState<{ collection: OwnCollection; open: boolean } | null>(null)
  const { run, ...deletion } = collectionDeletion
  return (
    <>
      {collections.length === 0 ? (
        <p className="rounded-control border border-dashed border-line-strong px-4 py-6 text-center text-sm text-ink-soft">
          Nothing yet. What you add will appear here.
        </p>
      ) : (
        <ul aria-label="Your collections" className="flex flex-col divide-y divide-line">
          {collections.map((collection) => (
            <CollectionRow
              key={collection.id}
              collection={collection}
              onMap={collection.id === mapping ? null : () => onMap(collection.id)}
              onDelete={() => setAsked({ collection, open: true })}
            />
          ))}
        </ul>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
          findReturn={(done) =>
            !done && collections.some(({ id }) => id === asked.collection.id) ? null : heading.current
          }
          title={`Delete “${asked.collection.name}”?`}
          description="All of its rows and scores are permanently deleted."
          run={() => run(asked.collection.id)}
          {...deletion}
          submit="Delete it"
          cancelLabel="Keep it"
          pendingLabel="Deleting..."
        />
      )}
    </>
  )
}

type CollectionRowProps = { collection: OwnCollection; onMap: (() => void) | null; onDelete: () => void }

function CollectionRow({ collection, onMap, onDelete }: CollectionRowProps) {
  const { name, state, createdAt } = collection
  const problems = problemWords(collection)
  const { notes } = collection
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {state === 'scoring' ? <Badge>Being scored</Badge> : null}
          {state === 'failed' ? <Badge variant="notice">Could not be read</Badge> : null}
          {state === 'uploading' ? <Badge variant="outline">Columns not chosen yet</Badge> : null}
        </p>
        <p className="mt-0.5 text-sm text-pretty text-ink-soft tabular-nums">
          {keptWords(collection)} · {formatMoment(createdAt)}
        </p>
        <Told summary="Rows that are not scored" sentences={problems} />
        <Told summary="How it was read" sentences={notes} />
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

function Told({ summary, sentences }: { summary: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <details className="mt-1 text-sm text-ink-soft">
      <summary className="w-fit cursor-pointer font-medium text-ink">{summary}</summary>
      <ul className="mt-1 list-disc pl-5 leading-6">
        {sentences.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </details>
  )
}

function keptWords({ state, rows, failure }: OwnCollection): string {
  if (state === 'failed') return failure ?? 'It could not be read.'
  if (state === 'uploading') return 'Nothing is stored yet'
  return `${counted(rows, 'row')}${state === 'scoring' ? ' so far' : ''}`
}

/** Sentences about the rows that were not scored. */
function problemWords({ otherLanguages, beyondLimit, rejected, rejects }: OwnCollection): string[] {
  const unlisted = rejected - rejects.length
  return [
    otherLanguages > 0 && `${counted(otherLanguages, 'row')} not in English: stored, but not scored.`,
    beyondLimit > 0 && `${counted(beyondLimit, 'row')} beyond your limit, not stored.`,
    ...rejects.map(({ line, reason }) => `Line ${formatCount(line)}: ${reason}.`),
    unlisted > 0 && `${counted(unlisted, 'row')} more could not be read.`,
  ].filter((words) => words !== false)
}
