import { type FormEvent, useId, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { previewWatchEndpoint, type Watch, type WatchPlaces, type WatchPreview } from '#contract/watches.ts'
import { callEndpoint } from '#web/api-client.ts'
import { counted } from '#web/features/results/post-words.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { RangeField, SelectField } from '#web/ui/field.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { useAction } from '#web/use-action.ts'
import { QueryBuilder } from './query-builder.tsx'
import { useSaveWatch, type WatchFields } from './use-watches.ts'

type WatchFormProps = {
  /** The watch to change. Null for a new one. */
  watch: Watch | null
  /** The query of a new watch, and where it searches. */
  query?: string
  looksIn?: WatchPlaces
  onSaved: (watch: Watch) => void
  onCancel?: () => void
}

function useWatchForm({ watch, query: asked = '', looksIn: place = 'posts', onSaved }: WatchFormProps) {
  const [query, setQuery] = useState(watch?.query ?? asked)
  const [name, setName] = useState(watch?.name ?? '')
  const [leastScore, setLeastScore] = useState(watch?.leastScore ?? 0)
  const [looksIn, setLooksIn] = useState(watch?.looksIn ?? place)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const save = useSaveWatch(watch?.id ?? null, onSaved)
  const preview = useAction({
    run: (fields: WatchFields) => callEndpoint(previewWatchEndpoint, { body: fields }),
    failed: { title: 'No preview', words: 'The preview could not be made.' },
    onFailed: (_: Error, words: string) => setProblem(words || undefined),
  })
  const fields = { watchQuery: query, leastScore, looksIn }
  const box = useRef<HTMLTextAreaElement>(null)
  /** Whether the query is valid. If it is not, shows the error and selects its place. */
  const isRight = () => {
    const [wrong] = parseKeyword(query).problems ?? []
    if (wrong === undefined) return true
    setProblem(wrong.message)
    box.current?.focus()
    box.current?.setSelectionRange(wrong.start, wrong.end)
    return false
  }
  return {
    query,
    name,
    leastScore,
    looksIn,
    problem,
    setName,
    isSaving: save.isPending,
    preview,
    box,
    previewNow: () => {
      if (isRight()) preview.mutate(fields)
    },
    change: (text: string) => {
      setQuery(text)
      setProblem(undefined)
      preview.reset()
    },
    changePlace: (next: WatchPlaces) => {
      setLooksIn(next)
      preview.reset()
    },
    changeScore: (score: number) => {
      setLeastScore(score)
      preview.reset()
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (save.isPending || !isRight()) return
      const named = name.trim() === '' ? {} : { watchName: name.trim() }
      save.mutate({ ...fields, ...named }, { onError: (error) => setProblem(problemOf(error)) })
    },
  }
}

const places: Readonly<Record<WatchPlaces, string>> = {
  posts: 'Public posts',
  own: 'Your own material',
  both: 'Both',
}

/** The query, as operators or as form fields, and a preview of what it would have found. */
export function WatchForm(props: WatchFormProps) {
  const { watch, onCancel } = props
  const id = useId()
  const form = useWatchForm(props)
  const { preview } = form
  return (
    <Card className="min-w-0 p-5 sm:p-6">
      <h2 id={id} className="mb-4 text-lg font-semibold tracking-tight">
        {watch === null ? 'New watch' : 'Change this watch'}
      </h2>
      <form aria-labelledby={id} className="flex flex-col gap-5" onSubmit={form.submit}>
        <TextArea
          label="What to watch for"
          ref={form.box}
          className="min-h-20"
          value={form.query}
          maxLength={limits.watchCharacters}
          error={form.problem}
          onChange={form.change}
        />
        <QueryBuilder query={form.query} onWrite={form.change} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Name"
            name="watchName"
            value={form.name}
            maxLength={limits.watchNameCharacters}
            placeholder="Same as the query if left empty"
            onChange={(event) => form.setName(event.target.value)}
          />
          <SelectField label="Look in" value={form.looksIn} options={places} onChange={form.changePlace} />
          <RangeField label="Minimum score" value={form.leastScore} onChange={form.changeScore} />
        </div>
        <div role="status" className="empty:hidden">
          {preview.data === undefined ? null : <PreviewLine preview={preview.data} />}
        </div>
        <div className="flex flex-wrap gap-2">
          <SubmitButton size="small" pending={form.isSaving} pendingLabel="Saving...">
            {watch === null ? 'Save watch' : 'Save changes'}
          </SubmitButton>
          <Button aria-disabled={preview.isPending} onClick={form.previewNow}>
            {preview.isPending ? 'Counting...' : 'Preview'}
          </Button>
          {onCancel === undefined ? null : (
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}

const problemOf = (error: Error) =>
  'userMessage' in error ? (error.userMessage as string | undefined) : undefined

function foundWords(posts: number, ownRows: number): string {
  const rows = counted(ownRows, 'row of your own', 'rows of your own')
  if (ownRows === 0) return counted(posts, 'post')
  return posts === 0 ? rows : `${counted(posts, 'post')} and ${rows}`
}

function PreviewLine({ preview }: { preview: WatchPreview }) {
  const { posts, ownRows, days, note, best, costsSearch, previewsLeft } = preview
  return (
    <div className="flex flex-col gap-2 rounded-control bg-sunken px-4 py-3 text-sm leading-6">
      <p>
        {posts === null
          ? 'Nearly every post contains these words. Add a more specific word.'
          : `This watch would have found ${foundWords(posts - ownRows, ownRows)} in the last ${days} days.`}{' '}
        {note === null ? null : `${note} `}
        {costsSearch ? 'Saving it uses one search, because you have not searched for it yet.' : null}{' '}
        {previewsLeft === null ? null : `${counted(previewsLeft, 'preview')} left today.`}
      </p>
      {best.length === 0 ? null : (
        <ul aria-label="The best of them" className="flex flex-col gap-1">
          {best.map(({ id, source, title, opportunityScore }) => (
            <li key={`${source} ${id}`} className="flex gap-3">
              <span className="w-7 shrink-0 text-right font-semibold tabular-nums">{opportunityScore}</span>
              <bdi className="min-w-0 wrap-anywhere">{title}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
