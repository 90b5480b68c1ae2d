import { clsx } from 'clsx'
import { type MouseEvent, useContext, useState } from 'react'
import { Link } from 'react-router'
import { examplesEndpoint } from '#contract/examples.ts'
import { limitsOf } from '#contract/parse-keyword.ts'
import type { SourceCoverage } from '#contract/search.ts'
import { isPlainClick } from '#web/plain-click.ts'
import { useEndpoint } from '#web/use-endpoint.ts'
import { SearchAtOnce } from './use-search.ts'

const keywordLook =
  'font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink'

/** The search box stays mounted, so it can get the focus before the results disappear. */
function focusKeyword(): void {
  document.querySelector<HTMLInputElement>('input[name="q"]')?.focus()
}

/** Fills in the search box. The search runs, and counts, only when it is submitted there. */
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
  /** The current keyword, whose filters are added to the suggestions. */
  keyword: string
  coverage: readonly SourceCoverage[]
  /** Null until they are loaded: they come with the brief. */
  related: readonly string[] | null
}

/** The senses of the keyword's words, and other keywords from the archive to try. */
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
        // A placeholder of the same size: the content below does not move when the suggestions arrive.
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

/**
 * Keywords of this installation's archive with results that open without a search. The space for their line
 * is reserved.
 */
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
