import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react'
import { countKeywordWords, keyword as keywordRule, keywordTooLongWarning } from '#contract/keyword.ts'
import { limits } from '#contract/limits.ts'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { shortcutKeys, useFreeKeys } from '#web/features/results/shortcut-keys.ts'
import { Button } from '#web/ui/button.tsx'

type SearchFormProps = {
  keyword: string
  searching: boolean
  /** The remaining searches as text; empty if they are shown elsewhere. Shown only in the large search box. */
  allowance: string
  limitReached: boolean
  /**
   * True if there are results below. The box is then small and shows no tips; in a wide window it is in the
   * header.
   */
  docked: boolean
  onSearch: (keyword: string) => void
}

function keywordWarning(typed: string): string | null {
  if (countKeywordWords(typed) > limits.keywordWords) return keywordTooLongWarning
  return keywordRule.safeParse(typed).error?.issues[0]?.message ?? null
}

// Placed over the header, which reserves the space.
const dockedBox =
  'lg:fixed lg:top-0 lg:left-1/2 lg:z-31 lg:flex lg:h-16 lg:w-[min(38rem,100vw-26rem)] lg:-translate-x-1/2 lg:items-center'

function useTypedKeyword(keyword: string, search: ((keyword: string) => void) | null) {
  const input = useRef<HTMLInputElement>(null)
  useFreeKeys(() => ({
    [shortcutKeys.search]: () => {
      input.current?.focus()
      input.current?.select()
    },
  }))
  const [typed, setTyped] = useState(keyword)
  const [askedEmpty, setAskedEmpty] = useState(false)
  // The error of the last submitted query. It is hidden while typing, because most unfinished queries are
  // wrong.
  const [wrong, setWrong] = useState<{ typed: string; message: string } | null>(null)
  const [addressed, setAddressed] = useState(keyword)
  // When Back or Forward changes the keyword in the URL, the box shows it. Otherwise typed text stays.
  if (addressed !== keyword) {
    setAddressed(keyword)
    setTyped(keyword)
  }
  const isEmpty = typed.trim() === ''
  // An empty box is an error only after a submission.
  const warning =
    isEmpty && !askedEmpty ? null : (keywordWarning(typed) ?? (wrong?.typed === typed ? wrong.message : null))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAskedEmpty(isEmpty)
    const [problem] = isEmpty || warning !== null ? [] : (parseKeyword(typed).problems ?? [])
    if (problem !== undefined) {
      setWrong({ typed, message: problem.message })
      input.current?.focus()
      input.current?.setSelectionRange(problem.start, problem.end)
    } else if (isEmpty) input.current?.focus()
    else if (warning === null) search?.(typed.trim())
  }
  return { input, typed, setTyped, isEmpty, warning, submit }
}

export function SearchForm(props: SearchFormProps) {
  const { searching, docked } = props
  const locked = searching || props.limitReached
  const box = useTypedKeyword(props.keyword, locked ? null : props.onSearch)
  const [warningId, tipsId] = [useId(), useId()]
  return (
    <search className={clsx(docked && dockedBox)}>
      <form
        onSubmit={box.submit}
        className={clsx('relative flex flex-col', docked ? 'w-full gap-2' : 'gap-3')}
      >
        <div className={clsx('flex', docked ? 'gap-2' : 'flex-col gap-3 sm:flex-row')}>
          <KeywordInput
            box={box}
            docked={docked}
            disabled={locked}
            aria-describedby={docked ? warningId : `${warningId} ${tipsId}`}
          />
          <Button
            type="submit"
            variant="primary"
            size={docked ? 'medium' : 'large'}
            disabled={locked || (box.warning !== null && !box.isEmpty)}
            className={docked ? 'max-sm:px-3.5' : 'sm:min-w-56'}
          >
            {docked ? <Search className="size-5 sm:hidden" /> : null}
            <span className={clsx(docked && 'max-sm:sr-only')}>
              {searching ? 'Finding Opportunities...' : 'Find Opportunities'}
            </span>
          </Button>
        </div>
        <p
          id={warningId}
          role="alert"
          className={clsx(
            'text-sm font-medium text-danger empty:hidden',
            docked &&
              'lg:absolute lg:top-full lg:mt-3 lg:w-full lg:rounded-control lg:border lg:border-danger lg:bg-surface lg:px-3 lg:py-2 lg:shadow-lift-high',
          )}
        >
          {box.warning}
        </p>
        {docked ? null : (
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">
            <p id={tipsId} className="max-w-2xl text-pretty text-ink-soft">
              Use 2-3 focused business keywords. Quotes search for an exact phrase, and a minus excludes a
              word.
            </p>
            <p className="font-medium tabular-nums empty:hidden">{props.allowance}</p>
          </div>
        )}
      </form>
    </search>
  )
}

type KeywordInputProps = ComponentProps<'input'> & {
  box: ReturnType<typeof useTypedKeyword>
  docked: boolean
}

function KeywordInput({ box, docked, ...input }: KeywordInputProps) {
  return (
    <div className="relative min-w-0 flex-1">
      <Search className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-ink-soft" />
      <input
        {...input}
        ref={box.input}
        type="search"
        name="q"
        aria-label="Keyword"
        aria-keyshortcuts="/"
        aria-invalid={box.warning !== null}
        autoComplete="off"
        enterKeyHint="search"
        dir="auto"
        placeholder="e.g. invoice reminders"
        maxLength={1000}
        value={box.typed}
        onChange={(event) => box.setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Escape moves the focus from the box to the results, so that single keys work.
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.currentTarget.blur()
        }}
        className={clsx(
          'w-full rounded-control border bg-surface pr-4 pl-12 text-base [&::-webkit-search-cancel-button]:hidden shadow-lift aria-invalid:outline-danger placeholder:text-ink-soft disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft',
          docked ? 'h-11' : 'h-13',
          box.warning === null ? 'border-line-strong' : 'border-danger ring-1 ring-danger',
        )}
      />
    </div>
  )
}
