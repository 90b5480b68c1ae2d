import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { type ForeignLists, readListsEndpoint } from '#contract/community-lists.ts'
import { limits } from '#contract/limits.ts'
import { callEndpoint } from '#web/api-client.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { counted } from '#web/features/results/post-words.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { FileField, TextArea } from '#web/ui/text-field.tsx'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'
import { useLists, useSaveList } from './saved-lists.tsx'

function useImportForm() {
  const read = useMutation({
    mutationFn: (text: string) => callEndpoint(readListsEndpoint, { body: { text } }),
  })
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const type = (typed: string) => {
    setText(typed)
    setWrong(null)
  }
  const choose = async (file: File | null) => {
    if (file === null) return
    setWrong(null)
    if (file.size > 4 * limits.listFileCharacters) setWrong('This file is too large for a list export.')
    else type(await file.text())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isEmpty = text.trim() === ''
    setWrong(isEmpty ? 'Choose a file, or paste a text.' : null)
    if (!isEmpty && !read.isPending) read.mutate(text)
  }
  return { read, text, wrong, type, choose, submit }
}

export function ListImport() {
  const { read, text, wrong, type, choose, submit } = useImportForm()
  const alertId = useId()
  const problem = wrong ?? (read.error && failureMessage(read.error, 'It could not be read.'))
  return (
    <Card className="min-w-0 p-5 sm:p-6">
      <h2 className="text-lg font-semibold tracking-tight">Import your lists</h2>
      <p className="mt-1 text-sm text-pretty text-ink-soft">
        An export of GummySearch (CSV or JSON), a list of F5Bot, filters of Syften, or one community or
        keyword per line.
      </p>
      <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <FileField
          accept=".csv,.json,.txt,text/csv,text/plain,application/json"
          onChoose={(file) => void choose(file)}
        />
        <TextArea
          label="Text"
          rows={6}
          value={text}
          aria-invalid={wrong !== null}
          aria-describedby={problem ? alertId : undefined}
          onChange={type}
        />
        <div>
          <SubmitButton pending={read.isPending} pendingLabel="Reading...">
            Read list
          </SubmitButton>
        </div>
        <FormAlert id={alertId}>{problem}</FormAlert>
      </form>
      {read.data === undefined ? null : <FoundLists key={read.submittedAt} found={read.data} />}
    </Card>
  )
}

function FoundLists({ found: { audiences, keywords, leftOut } }: { found: ForeignLists }) {
  const heading = useArrivalFocus('read')
  return (
    <section aria-label="What was read" className="mt-6 flex flex-col gap-5 border-t border-line pt-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        Found {counted(audiences.length, 'list')} and {counted(keywords.length, 'keyword')}
      </h3>
      {audiences.length === 0 ? null : <Audiences audiences={audiences} />}
      {keywords.length === 0 ? null : <Keywords keywords={keywords} />}
      {leftOut.length === 0 ? null : (
        <ul className="list-disc pl-5 text-sm leading-6 text-ink-soft wrap-anywhere">
          {leftOut.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Audiences({ audiences }: Pick<ForeignLists, 'audiences'>) {
  const save = useSaveList()
  const saved = new Set(useLists().data?.lists.map(({ name }) => name))
  return (
    <ul aria-label="Lists that were read" className="flex flex-col divide-y divide-line">
      {audiences.map((audience) => (
        <li key={audience.name} className="flex flex-wrap items-start gap-3 py-3">
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-medium wrap-anywhere">{audience.name}</p>
            <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">{audience.communities.join(', ')}</p>
          </div>
          <Button aria-disabled={save.isPending} onClick={() => save.mutate(audience)}>
            {saved.has(audience.name) ? 'Replace' : 'Save'}
            <span className="sr-only"> {audience.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Keywords({ keywords }: Pick<ForeignLists, 'keywords'>) {
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Keywords that were read" className="flex flex-wrap gap-2">
        {keywords.map((keyword) => (
          <li key={keyword}>
            <Link
              to={`/?${new URLSearchParams({ q: keyword })}`}
              className="inline-flex rounded-full border border-line-strong px-3 py-1 text-sm hover:bg-sunken"
            >
              {keyword}
            </Link>
          </li>
        ))}
      </ul>
      <p className="text-sm text-pretty text-ink-soft">
        The operator can have them searched every day: import the same export at /admin, under Sources, as
        scan keywords.
      </p>
    </div>
  )
}
