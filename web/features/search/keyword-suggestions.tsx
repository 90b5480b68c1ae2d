import { clsx } from 'clsx'
import { type MouseEvent, useContext, useState } from 'react'
import { Link } from 'react-router'
import { examplesEndpoint } from '#contract/examples.ts'
import { limitsOf } from '#contract/keyword-terms.ts'
import type { SourceCoverage } from '#contract/search.ts'
import { isPlainClick } from '#web/plain-click.ts'
import { useEndpoint } from '#web/use-endpoint.ts'
import { SearchAtOnce } from './use-search.ts'

const keywordLook =
  'font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink'

/** The box stays where it is, so it can take the focus before the results go. */
function focusKeyword(): void {
  document.querySelector<HTMLInputElement>('input[name="q"]')?.focus()
}

/** Fills the search box; a search that costs something is only made when somebody asks for it there. */
function KeywordLink({ keyword, within }: { keyword: string; within: string }) {
  const searchAtOnce = useContext(SearchAtOnce)
  const asked = within === '' ? keyword : `${keyword} ${within}`
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    focusKeyword()
    if (searchAtOnce === null) return
    event.preventDefault()
    searchAtOnce(asked)
  }
  return (
    <Link
      to={{ pathname: '/', search: `?${new URLSearchParams({ q: asked })}` }}
      onClick={follow}
      className={keywordLook}
    >
      <bdi>{keyword}</bdi>
    </Link>
  )
}

type KeywordSuggestionsProps = {
  /** What was asked for: its limits hold for what is suggested. */
  keyword: string
  coverage: readonly SourceCoverage[]
  /** Null until they are known: they come with what people need. */
  related: readonly string[] | null
}

/** What a keyword's words were taken to mean, and other keywords to try, from the archive's own words. */
export function KeywordSuggestions({ keyword, coverage, related }: KeywordSuggestionsProps) {
  const within = limitsOf(keyword)
  const { didYouMean = null } =
    coverage.find(({ suggestions }) => suggestions !== undefined)?.suggestions ?? {}
  const senses = coverage.flatMap((source) => source.senses ?? [])
  const [waited] = useState(related === null)
  const hasRelated = waited || !!related?.length
  if (didYouMean === null && !hasRelated && senses.length === 0) return null
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-pretty wrap-anywhere text-ink-soft">
      {senses.length === 0 ? null : (
        <p title="Posts about this come first. Put a word in quotes to find it in any sense.">
          Interpreted as {senses.map(({ meaning }) => meaning).join('; ')}
        </p>
      )}
      {didYouMean === null ? null : (
        <p>
          Did you mean <KeywordLink keyword={didYouMean} within={within} />?
        </p>
      )}
      {hasRelated ? (
        // As wide and as high without the words: whether they come does not move what stands below.
        <p className="-my-1 flex min-h-7 min-w-0 grow basis-80 gap-x-3 overflow-x-auto py-1 *:shrink-0 sm:flex-wrap">
          <span className={clsx(!related?.length && 'invisible')}>Related:</span>
          {related?.map((word) => (
            <KeywordLink key={word} keyword={word} within={within} />
          ))}
        </p>
      ) : null}
    </div>
  )
}

/** Keywords whose results are ready to be looked at, from this installation's own archive. Keeps its line free. */
export function ExampleLinks() {
  const { data } = useEndpoint(examplesEndpoint)
  const examples = data?.examples ?? []
  return (
    <p className="flex min-h-20 flex-wrap content-start items-baseline gap-x-3 gap-y-1 text-sm leading-6 sm:min-h-7 text-ink-soft">
      {examples.length === 0 ? null : 'Open a free example:'}
      {examples.map(({ keyword, sessionId }) => (
        <Link
          key={sessionId}
          to={{ pathname: '/', search: `?${new URLSearchParams({ q: keyword, session: sessionId })}` }}
          className={keywordLook}
        >
          {keyword}
        </Link>
      ))}
    </p>
  )
}
