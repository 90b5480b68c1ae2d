import { type FormEvent, useState } from 'react'
import { type AdminSource, changeSourceEndpoint } from '#contract/admin-sources.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { callAdmin, useAdminAction } from './admin-call.ts'
import { kindLabels, rhythmLabel } from './source-labels.tsx'

type Rhythm = `${keyof typeof rhythmLabel}`
type ChangeSourceDialogProps = { source: AdminSource & { id: string }; open: boolean; onClose: () => void }

const readParts = (text: FormDataEntryValue | null) =>
  (typeof text === 'string' ? text : '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export function ChangeSourceDialog({ source, open, onClose }: ChangeSourceDialogProps) {
  const { id, kind, title, communities } = source
  const change = useChangeSource(onClose)
  const [rhythm, setRhythm] = useState(`${source.everyHours}` as Rhythm)
  const hasParts = kind !== 'feed'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (change.isPending) return
    const parts = readParts(new FormData(event.currentTarget).get('communities'))
    change.mutate({
      id,
      everyHours: Number(rhythm),
      ...(hasParts && parts.join() !== communities.join() ? { communities: parts } : {}),
    })
  }
  return (
    <ModalDialog open={open} onClose={onClose} title={`Change ${title}`} description={source.address}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <SelectField label="Read" value={rhythm} options={rhythmLabel} onChange={setRhythm} />
        {hasParts ? (
          <TextField
            label={kindLabels[kind].parts}
            name="communities"
            defaultValue={communities.join(', ')}
            verbatim
            hint="Separated by commas. Empty: the newest posts of all of it."
          />
        ) : null}
        <FormAlert>
          {change.error && failureMessage(change.error, 'The source could not be changed. Please try again.')}
        </FormAlert>
        <SubmitButton pending={change.isPending} pendingLabel="Saving..." className="self-end">
          Save
        </SubmitButton>
      </form>
    </ModalDialog>
  )
}

type Change = { enabled?: boolean; everyHours?: number; communities?: readonly string[] }

export function useChangeSource(onDone?: () => void) {
  return useAdminAction({
    run: ({ id, ...change }: { id: string } & Change) =>
      callAdmin(changeSourceEndpoint, change, { sourceId: id }),
    onDone: () => onDone?.(),
    toast: ({ title }) => ({ title: 'Source changed', description: `${title} is changed from now on.` }),
  })
}
