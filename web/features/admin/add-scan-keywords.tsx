import { type FormEvent, useId, useRef } from 'react'
import * as z from 'zod/mini'
import { addScanKeywordsEndpoint } from '#contract/admin-scan.ts'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { useCheckedForm } from '#web/features/accounts/action-form.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { FileField, TextArea, TextField } from '#web/ui/text-field.tsx'
import { callAdmin, useAdminAction } from './admin-call.ts'
import { formatCount, formatCounted } from './format-figure.ts'

const keywordsForm = z.object({
  listTitle: z.string().check(z.trim(), z.minLength(1, 'Give the list a name.')),
  text: z.string().check(z.regex(/\S/u, 'Choose a file, or enter one keyword per line.')),
})

/** The state of the form, whose fields a chosen file can also fill. */
function useKeywordsForm() {
  const name = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const add = useAdminAction({
    run: (given: z.output<typeof keywordsForm>) => callAdmin(addScanKeywordsEndpoint, given),
    onDone: (): void => reset(),
    awaitsRefetch: true,
  })
  const { errors, changeError, formProps, reset } = useCheckedForm({
    schema: keywordsForm,
    pending: add.isPending,
    onValid: (given) => add.mutate(given),
  })
  const choose = async (file: File | null) => {
    if (file === null || name.current === null || text.current === null) return
    if (add.isError) add.reset()
    const isTooLong = file.size > 4 * limits.listFileCharacters
    changeError('text', isTooLong ? 'This file is too large for a list export.' : null)
    if (isTooLong) return
    text.current.value = await file.text()
    if (name.current.value !== '') return
    name.current.value = cutText(file.name.replace(/\.[a-z]+$/iu, ''), limits.ownNameCharacters)
    changeError('listTitle', null)
  }
  const onChange = (event: FormEvent<HTMLFormElement>) => {
    formProps.onChange(event)
    if (add.isError) add.reset()
  }
  return { name, text, add, errors, formProps: { ...formProps, onChange }, choose }
}

export function AddScanKeywords() {
  const { name, text, add, errors, formProps, choose } = useKeywordsForm()
  const alertId = useId()
  const problem = errors.text ?? (add.error && failureMessage(add.error, 'The keywords could not be added.'))
  return (
    <form {...formProps} aria-label="Add keywords" className="flex flex-col gap-4 border-t border-line pt-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          ref={name}
          label="Name of the list"
          name="listTitle"
          autoComplete="off"
          maxLength={limits.ownNameCharacters}
          error={errors.listTitle}
        />
        <FileField
          accept=".csv,.json,.txt,text/csv,text/plain,application/json"
          // The same file can be chosen again after a change.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
          onChoose={(file) => void choose(file)}
        />
      </div>
      <TextArea
        ref={text}
        label="Keywords"
        name="text"
        rows={4}
        aria-invalid={Boolean(problem)}
        aria-describedby={problem ? alertId : undefined}
        className="min-h-24"
      />
      <FormAlert id={alertId}>{problem}</FormAlert>
      <div>
        <SubmitButton pending={add.isPending} pendingLabel="Adding...">
          Add keywords
        </SubmitButton>
      </div>
      <div role="status" className="text-sm leading-6 wrap-anywhere text-ink-soft empty:hidden">
        {add.data === undefined ? null : <Added outcome={add.data} />}
      </div>
    </form>
  )
}

function Added({ outcome }: { outcome: z.output<typeof addScanKeywordsEndpoint.output> }) {
  const { added, known, leftOut } = outcome
  return (
    <>
      <p>
        {formatCounted(added, 'keyword', 'keywords')} added, {formatCount(known)} already listed.
      </p>
      <ul className="list-disc pl-5">
        {leftOut.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}
