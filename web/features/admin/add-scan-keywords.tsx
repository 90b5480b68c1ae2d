import { type FormEvent, useId, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { addScanKeywordsEndpoint } from '#contract/admin-scan-keywords.ts'
import { limits } from '#contract/limits.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { formatCount, formatCounted } from './format-figure.ts'
import { useAddScanKeywords } from './use-scan-keywords.ts'

type Field = 'name' | 'text'

/** What is typed or chosen, what is wrong with it, and how it is sent. */
function useKeywordsForm() {
  const [values, setValues] = useState({ name: '', text: '' })
  const [wrong, setWrong] = useState<Partial<Record<Field, string | undefined>>>({})
  const file = useRef<HTMLInputElement>(null)
  const clearFile = () => {
    if (file.current !== null) file.current.value = ''
  }
  const add = useAddScanKeywords(() => {
    setValues({ name: '', text: '' })
    clearFile()
  })
  /** What was wrong is not said of what has changed since. */
  const change = (field: Field, value: string) => {
    setValues((before) => ({ ...before, [field]: value }))
    setWrong((before) => ({ ...before, [field]: undefined }))
    if (add.isError) add.reset()
  }
  const choose = async (chosen: File | undefined) => {
    if (chosen === undefined) return
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

/** Brings the keywords of an export, or some lines, under a name. */
export function AddScanKeywords() {
  const id = useId()
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
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${id}-file`} className="text-sm font-medium">
            File
          </label>
          <input
            ref={file}
            id={`${id}-file`}
            type="file"
            accept=".csv,.json,.txt,text/csv,text/plain,application/json"
            // The same file may be chosen again once it was changed.
            onClick={clearFile}
            onChange={({ target }) => void choose(target.files?.[0])}
            className="w-full min-w-0 rounded-control border border-line-strong bg-surface p-1.5 text-sm shadow-lift file:mr-3 file:h-8 file:cursor-pointer file:rounded-control file:border file:border-line file:bg-sunken file:px-3 file:font-medium"
          />
        </div>
      </div>
      <KeywordsField value={values.text} problem={problem} onChange={(text) => change('text', text)} />
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

type KeywordsFieldProps = { value: string; problem: string | null; onChange: (text: string) => void }

function KeywordsField({ value, problem, onChange }: KeywordsFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Keywords
      </label>
      <textarea
        id={id}
        rows={4}
        dir="auto"
        value={value}
        aria-invalid={Boolean(problem)}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => onChange(target.value)}
        className="max-h-96 min-h-24 w-full resize-y rounded-control border border-line-strong bg-surface px-3.5 py-2.5 text-base leading-7 shadow-lift"
      />
      <p role="alert" id={`${id}-problem`} className="text-sm font-medium text-danger empty:hidden">
        {problem}
      </p>
    </div>
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
