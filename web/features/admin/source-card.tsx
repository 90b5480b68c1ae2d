import { useState } from 'react'
import * as z from 'zod/mini'
import { type AdminSource, changeSourceEndpoint, removeSourceEndpoint } from '#contract/admin-sources.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { ConfirmDialog, FormDialog } from '#web/features/accounts/form-dialog.tsx'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { callAdmin, operatorKey, useAdminAction } from './admin-call.ts'
import { formatCount, formatCounted } from './format-figure.ts'
import { kindLabels, NoteList, rhythmLabel, SourceFactsList } from './source-labels.tsx'

const states = {
  on: { variant: 'secondary', words: 'On' },
  paused: { variant: 'outline', words: 'Paused' },
  off: { variant: 'outline', words: 'Off' },
  removing: { variant: 'notice', words: 'Being removed' },
} as const

const origins = {
  operator: 'Added here',
  environment: 'Set in the environment',
  product: 'Included by default',
} as const

function StateBadge({ source: { state, reason, waiting } }: { source: AdminSource }) {
  if (state === 'on' && reason !== null) return <Badge variant="notice">Failing</Badge>
  if (state === 'on' && waiting) return <Badge variant="outline">Being read</Badge>
  return <Badge variant={states[state].variant}>{states[state].words}</Badge>
}

function readWords({ lastSuccessAt, everyHours }: AdminSource): string {
  const rhythm = (rhythmLabel as Record<string, string>)[everyHours] ?? `Every ${everyHours} hours`
  return `${rhythm}. Last read: ${lastSuccessAt === null ? 'never' : formatMoment(lastSuccessAt)}`
}

function Figures({ source }: { source: AdminSource }) {
  const { posts, callsLeft, overdue, kind, communities } = source
  return (
    <div className="mt-2 text-sm leading-6 text-pretty wrap-anywhere text-ink-soft tabular-nums">
      <p>
        {formatCounted(posts, 'post', 'posts')} stored.{' '}
        {callsLeft === null ? '' : `${formatCounted(callsLeft, 'call', 'calls')} left this minute.`}
      </p>
      <p>{readWords(source)}</p>
      {communities.length === 0 ? null : (
        <p>
          {kindLabels[kind].parts}: {communities.join(', ')}
        </p>
      )}
      {overdue === 0 || source.state === 'off' ? null : (
        <p className="text-danger">
          {formatCounted(overdue, 'post', 'posts')} not checked for 48 hours: checks run as fast as the limits
          of the source allow
        </p>
      )}
      {source.reason === null ? null : <p className="text-danger">{source.reason}</p>}
      <NoteList notes={source.notes} />
      {source.notice === null ? null : <p className="text-ink">{source.notice}</p>}
    </div>
  )
}

type AddedSource = AdminSource & { id: string }

function Actions({ source }: { source: AddedSource }) {
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  const { id, state, title } = source
  const change = useAdminAction(changeOf(id))
  const close = () => setOpen(null)
  const askFor = (dialog: 'change' | 'remove') => {
    change.reset()
    setOpen(dialog)
  }
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {state === 'off' ? null : (
        <>
          <Button
            aria-disabled={change.isPending}
            aria-label={`${state === 'on' ? 'Pause' : 'Resume'} ${title}`}
            onClick={() => change.mutate({ enabled: state !== 'on' })}
          >
            {state === 'on' ? 'Pause' : 'Resume'}
          </Button>
          <Button aria-label={`Change ${title}`} onClick={() => askFor('change')}>
            Change
          </Button>
        </>
      )}
      <Button variant="danger" aria-label={`Remove ${title}`} onClick={() => askFor('remove')}>
        Remove
      </Button>
      {change.isError ? (
        <p role="alert" className="w-full text-sm font-medium text-danger">
          {failureMessage(change.error, notChanged.words)}
        </p>
      ) : null}
      <ChangeSourceDialog source={source} open={open === 'change'} onClose={close} />
      <RemoveSourceDialog source={source} open={open === 'remove'} onClose={close} />
    </div>
  )
}

export function SourceCard({ source }: { source: AdminSource }) {
  const { id, kind, title, name, address, state, addedBy } = source
  return (
    <Card className="p-5">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {title}
        <StateBadge source={source} />
      </h3>
      <p className="mt-0.5 text-sm wrap-anywhere text-ink-soft">
        {kindLabels[kind].kind}. {kind === 'feed' ? address : name}. {origins[addedBy]}
      </p>
      {state === 'removing' ? (
        <p className="mt-2 text-sm leading-6 text-ink-soft">
          {formatCount(source.posts)} of its posts are still stored. Deleting all of them takes some minutes.
        </p>
      ) : (
        <>
          <Figures source={source} />
          <details className="mt-2 text-sm">
            <summary className="w-fit cursor-pointer py-1 font-medium">Terms, limits and rights</summary>
            <div className="mt-2">
              <SourceFactsList facts={source.facts} />
            </div>
          </details>
          {id === null ? null : <Actions source={{ ...source, id }} />}
        </>
      )}
    </Card>
  )
}

type Change = { enabled?: boolean; everyHours?: number; communities?: readonly string[] }

const notChanged = {
  title: 'Source not changed',
  words: 'The source could not be changed. Please try again.',
}

const changeOf = (sourceId: string) => ({
  run: (change: Change) => callAdmin(changeSourceEndpoint, change, { sourceId }),
  toast: ({ title }: { title: string }) => ({
    title: 'Source changed',
    description: `${title} was updated.`,
  }),
  failed: notChanged,
})

type SourceDialogProps = { source: AddedSource; open: boolean; onClose: () => void }

const changeForm = z.object({ everyHours: z.coerce.number(), communities: z.optional(z.string()) })

const readParts = (text: string) => text.split(',').flatMap((part) => part.trim() || [])

function ChangeSourceDialog({ source, open, onClose }: SourceDialogProps) {
  const { id, kind, title, communities, everyHours } = source
  const { run, ...change } = changeOf(id)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Change ${title}`}
      description={source.address}
      schema={changeForm}
      run={(given) => {
        const parts = given.communities === undefined ? communities : readParts(given.communities)
        const isSame = parts.join() === communities.join()
        return run({ everyHours: given.everyHours, ...(isSame ? {} : { communities: parts }) })
      }}
      onDone={onClose}
      invalidates={[operatorKey]}
      {...change}
      fieldOfError={kind === 'feed' ? {} : { invalid_input: 'communities' }}
      submit="Save"
      pendingLabel="Saving..."
    >
      <SelectField label="Read" name="everyHours" defaultValue={`${everyHours}`} options={rhythmLabel} />
      {kind === 'feed' ? null : (
        <TextField
          label={kindLabels[kind].parts}
          name="communities"
          defaultValue={communities.join(', ')}
          verbatim
          hint="Separated by commas. Leave empty to read the newest posts of the whole source."
        />
      )}
    </FormDialog>
  )
}

function RemoveSourceDialog({ source, open, onClose }: SourceDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Remove ${source.title}?`}
      description={
        <p>
          It is no longer queried, and its posts are deleted: {formatCounted(source.posts, 'post', 'posts')},
          also from saved results. Searches keep working meanwhile. To keep its posts, pause it instead.
        </p>
      }
      run={() => callAdmin(removeSourceEndpoint, undefined, { sourceId: source.id })}
      invalidates={[operatorKey]}
      toast={({ title }) => ({
        title: 'Source removed',
        description: `The posts of ${title} are being deleted.`,
      })}
      failed={{ title: 'Source not removed', words: 'The source could not be removed. Please try again.' }}
      submit="Remove with its posts"
      pendingLabel="Removing..."
    />
  )
}
