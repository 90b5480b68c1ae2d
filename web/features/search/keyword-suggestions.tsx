import { Link } from 'react-router'
import { limitsOf } from '#contract/keyword-terms.ts'
import type { SourceCoverage } from '#contract/search.ts'

/** The box stays where it is, so it can take the focus before the results go. */
function focusKeyword(): void {
  document.querySelector<HTMLInputElement>('input[name="q"]')?.focus()
}

/** Fills the search box; a search, which costs something, is only made when somebody asks for it there. */
function KeywordLink({ keyword, within }: { keyword: string; within: string }) {
  const asked = within === '' ? keyword : `${keyword} ${within}`
  return (
    <Link
      to={{ pathname: '/', search: `?${new URLSearchParams({ q: asked })}` }}
      onClick={focusKeyword}
      className="font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      <bdi>{keyword}</bdi>
    </Link>
  )
}

type KeywordSuggestionsProps = {
  /** What was asked for: its limits hold for what is suggested. */
  keyword: string
  coverage: readonly SourceCoverage[]
}

export function KeywordSuggestions({ keyword, coverage }: KeywordSuggestionsProps) {
  const within = limitsOf(keyword)
  const { didYouMean = null, related = [] } =
    coverage.find(({ suggestions }) => suggestions !== undefined)?.suggestions ?? {}
  if (didYouMean === null && related.length === 0) return null
  return (
    <div className="flex flex-col gap-1 text-sm text-pretty wrap-anywhere text-ink-soft">
      {didYouMean === null ? null : (
        <p>
          Did you mean <KeywordLink keyword={didYouMean} within={within} />?
        </p>
      )}
      {related.length === 0 ? null : (
        <p className="flex flex-wrap gap-x-3 gap-y-1">
          Related:
          {related.map((word) => (
            <KeywordLink key={word} keyword={word} within={within} />
          ))}
        </p>
      )}
    </div>
  )
}
