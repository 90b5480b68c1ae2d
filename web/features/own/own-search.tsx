import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { keyword as keywordRule } from '#contract/keyword.ts'
import { limits } from '#contract/limits.ts'
import type { OwnCollection } from '#contract/own-material.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { OwnResults } from './own-results.tsx'

const everywhere = ''

function useOwnQuestion(collections: readonly OwnCollection[]) {
  const [params, setParams] = useSearchParams()
  const keyword = params.get('q') ?? ''
  const [typed, setTyped] = useState(keyword)
  const [wrong, setWrong] = useState<string | undefined>()
  // When Back or Forward changes the keyword in the URL, the field shows the new keyword.
  const [shown, setShown] = useState(keyword)
  if (shown !== keyword) {
    setShown(keyword)
    setTyped(keyword)
    setWrong(undefined)
  }
  const chosen = collections.find(({ id }) => id === params.get('collection'))?.id ?? everywhere
  const ask = (part: 'q' | 'collection', words: string) =>
    setParams((now) => {
      if (words === '') now.delete(part)
      else now.set(part, words)
      return now
    })
  const type = (text: string) => {
    setTyped(text)
    setWrong(undefined)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = typed.trim() === '' ? null : keywordRule.safeParse(typed)
    setWrong(parsed?.error?.issues[0]?.message)
    if (parsed === null || parsed.success) ask('q', typed.trim())
  }
  return { keyword, chosen, typed, wrong, type, ask, submit }
}

/** A search in the user's own material. The keyword is in the URL, so that other pages can link here. */
export function OwnSearch({ collections }: { collections: readonly OwnCollection[] }) {
  const { keyword, chosen, typed, wrong, type, ask, submit } = useOwnQuestion(collections)
  const options = Object.fromEntries([
    [everywhere, 'All collections'],
    ...collections.map(({ id, name }) => [id, name]),
  ])
  return (
    <section aria-labelledby="own-search" className="flex flex-col gap-5">
      <h2 id="own-search" className="text-2xl font-semibold tracking-tight">
        Search your material
      </h2>
      <search>
        <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <TextField
              label="Words"
              name="q"
              dir="auto"
              autoComplete="off"
              enterKeyHint="search"
              maxLength={limits.keywordCharacters}
              value={typed}
              error={wrong}
              hint="Leave empty to see the highest scores. This does not count as a search."
              onChange={({ target }) => type(target.value)}
            />
          </div>
          {collections.length > 1 ? (
            <div className="w-full sm:w-56">
              <SelectField
                label="In"
                value={chosen}
                options={options}
                onChange={(id) => ask('collection', id)}
              />
            </div>
          ) : null}
          <Button type="submit" variant="primary" size="medium" className="sm:mt-6.5">
            Search
          </Button>
        </form>
      </search>
      <OwnResults
        asked={{ keyword, collectionId: chosen || null }}
        collection={collections.find(({ id }) => id === chosen)?.name ?? null}
      />
    </section>
  )
}
