import FileUp from 'lucide-react/icons/file-up'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { FileField, TextArea, TextField } from '#web/ui/text-field.tsx'
import { useUpload } from './use-own-material.ts'

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
      <FileField
        accept=".csv,.tsv,.txt,.md,.json,.jsonl,.ndjson,text/csv,text/plain,application/json"
        error={wrong.content}
        hint="A table (CSV), JSON, or plain text. In English: rows in other languages are kept, but not scored."
        onChoose={choose}
      />
      {typed.file === null ? (
        <TextArea
          label="Or paste a text"
          rows={5}
          value={typed.pasted}
          onChange={(pasted) => change({ pasted })}
        />
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
          <FileUp className="size-5" />
          Next: choose the columns
        </SubmitButton>
      </div>
      <FormAlert>
        {upload.error && failureMessage(upload.error, 'It could not be sent. Try again in a moment.')}
      </FormAlert>
    </form>
  )
}
