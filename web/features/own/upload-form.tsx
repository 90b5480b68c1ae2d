import FileUp from 'lucide-react/icons/file-up'
import { type FormEvent, useState } from 'react'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { createOwnEndpoint, deleteOwnEndpoint, uploadOwnPartEndpoint } from '#contract/own-material.ts'
import { callEndpoint } from '#web/api-client.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { FileField, TextArea, TextField } from '#web/ui/text-field.tsx'
import { useAction } from '#web/use-action.ts'
import { findEncoding } from './find-encoding.ts'
import { hasFewUnclear, makeSharedDecoder } from './unclear-letters.ts'
import { collectionsKey } from './use-own-material.ts'

type Typed = { name: string; file: File | null; pasted: string }
type Wrong = { name?: string; content?: string }

const nameOfFile = (file: File) => cutText(file.name.replace(/\.[^.]*$/u, ''), limits.ownNameCharacters)

function findWrong({ name, file, pasted }: Typed): Wrong {
  const wrong: Wrong = {}
  if (name.trim() === '') wrong.name = 'Give the collection a name'
  if (file === null && pasted.trim() === '') wrong.content = 'Choose a file, or paste a text'
  if (file !== null && file.size === 0) wrong.content = 'This file is empty. Choose another one'
  return wrong
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
    setWrong(found)
    if (Object.keys(found).length > 0 || upload.isPending) return
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
        hint="A table (CSV), JSON, or plain text. Rows have to be in English: others are stored, but not scored."
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
      <FormAlert>{upload.error && describeFailure(upload.error)}</FormAlert>
    </form>
  )
}

const describeFailure = (error: Error) =>
  error instanceof UnclearEncoding
    ? error.message
    : failureMessage(error, 'It could not be sent. Try again in a moment.')

/** Uploads a file in parts. If it fails, the parts sent so far are removed. */
function useUpload(onPart: (sentParts: number) => void) {
  return useAction({
    run: async ({ name, file }: { name: string; file: Blob }) => {
      const { id } = await callEndpoint(createOwnEndpoint, { body: { collectionName: name } })
      const params = { collectionId: id }
      try {
        let part = 0
        for await (const text of fileParts(file)) {
          await callEndpoint(uploadOwnPartEndpoint, {
            params: { ...params, part: String(part) },
            body: { text },
          })
          part += 1
          onPart(part)
        }
      } catch (error) {
        await callEndpoint(deleteOwnEndpoint, { params }).catch(() => {})
        throw error
      }
      return id
    },
    invalidates: [collectionsKey],
    awaitsRefetch: true,
  })
}

const readBytes = 512 * 1024

/** The encoding of a file is not clear. The message is for the user. */
export class UnclearEncoding extends Error {
  override readonly message =
    'It is not clear which letters are in this file: its encoding is unknown. Save it as UTF-8 (in Excel: “CSV UTF-8”), and choose it again.'
}

async function findDecoder(file: Blob): Promise<Pick<TextDecoder, 'decode'>> {
  const [encoding, ...others] = await findEncoding(file)
  if (encoding === undefined) throw new UnclearEncoding()
  if (others.length === 0) return new TextDecoder(encoding)
  const decoder = makeSharedDecoder([encoding, ...others])
  if (!(await hasFewUnclear(file, decoder))) throw new UnclearEncoding()
  return { decode: (bytes) => decoder.decode(bytes as Uint8Array) }
}

/**
 * The text of a file in parts of the size that the server accepts; one part is in memory at a time. Throws
 * `UnclearEncoding`.
 */
export async function* fileParts(file: Blob): AsyncGenerator<string> {
  const decoder = await findDecoder(file)
  let text = ''
  for (let at = 0; at < file.size; at += readBytes) {
    const bytes = new Uint8Array(await file.slice(at, at + readBytes).arrayBuffer())
    text += decoder.decode(bytes, { stream: at + readBytes < file.size })
    while (text.length > limits.ownPartCharacters) {
      const part = cutText(text, limits.ownPartCharacters)
      yield part
      text = text.slice(part.length)
    }
  }
  if (text !== '') yield text
}
