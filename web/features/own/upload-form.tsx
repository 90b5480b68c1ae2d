import CircleAlert from 'lucide-react/icons/circle-alert'
import FileUp from 'lucide-react/icons/file-up'
import { type FormEvent, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { Callout } from '#web/ui/callout.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useUpload } from './use-own-material.ts'

const accepted = '.csv,.tsv,.txt,.md,.json,.jsonl,.ndjson,text/csv,text/plain,application/json'

type Typed = { name: string; file: File | null; pasted: string }
type Wrong = { name?: string; content?: string }

/** The name of a file makes a fine name of a collection. */
const nameOfFile = (file: File) => file.name.replace(/\.[^.]*$/u, '').slice(0, limits.ownNameCharacters)

function findWrong({ name, file, pasted }: Typed): Wrong | null {
  const wrong: Wrong = {}
  if (name.trim() === '') wrong.name = 'Give the collection a name'
  if (file === null && pasted.trim() === '') wrong.content = 'Choose a file, or paste a text'
  if (file !== null && file.size === 0) wrong.content = 'This file is empty. Choose another one'
  return wrong.name === undefined && wrong.content === undefined ? null : wrong
}

/** A file or a text of the person; what it is and which column is what comes next. */
export function UploadForm({ onSent }: { onSent: (collectionId: string) => void }) {
  const [typed, setTyped] = useState<Typed>({ name: '', file: null, pasted: '' })
  const [wrong, setWrong] = useState<Wrong>({})
  const [sentParts, setSentParts] = useState(0)
  const upload = useUpload(setSentParts)

  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part })
    setWrong({})
  }
  const choose = (file: File | null) =>
    change({ file, ...(file !== null && typed.name === '' ? { name: nameOfFile(file) } : {}) })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = findWrong(typed)
    setWrong(found ?? {})
    if (found !== null || upload.isPending) return
    setSentParts(0)
    const file = typed.file ?? new Blob([typed.pasted])
    upload.mutate({ name: typed.name.trim(), file }, { onSuccess: onSent })
  }

  const sentWords = `Sent ${(sentParts * limits.ownPartCharacters).toLocaleString('en-US')} characters...`
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FileField error={wrong.content} onChoose={choose} />
      {typed.file === null ? (
        <PasteField value={typed.pasted} onChange={(pasted) => change({ pasted })} />
      ) : null}
      <TextField
        label="Name of the collection"
        name="collectionName"
        dir="auto"
        autoComplete="off"
        maxLength={limits.ownNameCharacters}
        value={typed.name}
        error={wrong.name}
        hint="Such as: Support tickets 2026"
        onChange={(event) => change({ name: event.target.value })}
      />
      <div>
        <SubmitButton pending={upload.isPending} pendingLabel={sentParts === 0 ? 'Sending...' : sentWords}>
          <FileUp aria-hidden="true" className="size-5" />
          Next: choose the columns
        </SubmitButton>
      </div>
      <div role="alert" className="empty:hidden">
        {upload.error === null ? null : (
          <Callout tone="danger" icon={<CircleAlert />}>
            {failureMessage(upload.error, 'It could not be sent. Try again in a moment.')}
          </Callout>
        )}
      </div>
    </form>
  )
}

type FileFieldProps = { error: string | undefined; onChoose: (file: File | null) => void }

function FileField({ error, onChoose }: FileFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        File
      </label>
      <input
        id={id}
        type="file"
        accept={accepted}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        className="w-full rounded-control border border-line-strong bg-surface p-2 text-sm shadow-lift file:mr-3 file:h-8 file:cursor-pointer file:rounded-control file:border file:border-line file:bg-sunken file:px-3 file:font-medium"
      />
      {error === undefined ? null : (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="text-sm text-pretty text-ink-soft">
        A table (CSV), JSON, or plain text. In English: rows in other languages are kept, but not scored.
      </p>
    </div>
  )
}

function PasteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Or paste a text
      </label>
      <textarea
        id={id}
        rows={5}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="max-h-96 min-h-28 w-full resize-y rounded-control border border-line-strong bg-surface px-3.5 py-2.5 text-base leading-7 shadow-lift"
      />
    </div>
  )
}
