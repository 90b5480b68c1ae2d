import { type FormEvent, useId, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { addScanKeywordsEndpoint } from '#contract/admin-scan-keywords.ts'
import { limits } from '#contract/limits.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { callAdmin, useAdminAction } from './admin-call.ts'
import { formatCount, formatCounted } from './format-figure.ts'

type Field = 'name' | 'text'

/** What is typed or chosen, what is wrong with it, and how it is sent. */
function useKeywordsForm() {
  const [values, setValues] = useState({ name: '', text: '' })
  const [wrong, setWrong] = useState<Partial<Record<Field, string | undefined>>>({})
  const file = useRef<HTMLInputElement>(null)
  const clearFile = () => {
    if (file.current !== null) file.current.value = ''
  }
  const add = useAdminAction({
    run: (given: { listTitle: string; text: string }) => callAdmin(addScanKeywordsEndpoint, given),
    onDone: () => {
      setValues({ name: '', text: '' })
      clearFile()
    },
    awaitsRefetch: true,
  })
  /** What was wrong is not said of what has changed since. */
  const change = (field: Field, value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    setWrong((before) => ({ ...before, [field]: undefined }))
    if (add.isError) add.reset()
  }
  const choose = async (chosen: File | null) => {
    if (chosen === null) return
    if (chosen.size > 4 * limits.listFileCharacters) {
      if (add.isError) add.reset()
      return setWrong({ ...wrong, text: 'This file is too long for an export of lists.' })
    }
    change('text', await chosen.text())
    if (values.name === '') {
      change('name', chosen.name.replace(/\.[a-z]+$/iu, '').slice(0, limits.ownNameCharacters))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { name, text } = values
    const missing = {
      ...(name.trim() === '' ? { name: 'Give the list a name.' } : {}),
      ...(text.trim() === '' ? { text: 'Choose a file, or write keywords, one a line.' } : {}),
    }
    setWrong(missing)
    if (Object.keys(missing).length === 0 && !add.isPending) add.mutate({ listTitle: name, text })
  }
  return { values, wrong, file, clearFile, add, change, choose, submit }
}

export function AddScanKeywords() {
  const alertId = useId()
  const { values, wrong, file, clearFile, add, change, choose, submit } = useKeywordsForm()
  const problem = wrong.text ?? (add.error && failureMessage(add.error, 'The keywords could not be added.'))
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Add keywords"
      className="flex flex-col gap-4 border-t border-line pt-5"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name of the list"
          name="listTitle"
          autoComplete="off"
          maxLength={limits.ownNameCharacters}
          value={values.name}
          error={wrong.name}
          onChange={({ target }) => change('name', target.value)}
        />
        <FileField
          ref={file}
          accept=".csv,.json,.txt,text/csv,text/plain,application/json"
          // The same file may be chosen again once it was changed.
          onClick={clearFile}
          onChoose={(chosen) => void choose(chosen)}
        />
      </div>
      <TextArea
        label="Keywords"
        rows={4}
        value={values.text}
        aria-invalid={Boolean(problem)}
        aria-describedby={problem ? alertId : undefined}
        onChange={(text) => change('text', text)}
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
        {formatCounted(added, 'keyword', 'keywords')} added, {formatCount(known)} here already.
      </p>
      <ul className="list-disc pl-5">
        {leftOut.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}
