import type { SearchResult, SourceCoverage } from '#contract/search.ts'
import { KeywordLink } from '#web/features/search/keyword-suggestions.tsx'

const strongFrom = 60
const suggested = 2

type NeedsVerdictProps = { results: readonly SearchResult[]; coverage: readonly SourceCoverage[] }

/** One line where there is little: that no post is strong, and what else to try. */
export function NeedsVerdict({ results, coverage }: NeedsVerdictProps) {
  const best = Math.max(...results.map(({ opportunityScore }) => opportunityScore))
  if (best >= strongFrom) return null
  const related = coverage.find(({ suggestions }) => suggestions !== undefined)?.suggestions?.related ?? []
  return (
    <p className="text-pretty wrap-anywhere">
      No strong need found:{' '}
      {results.length === 1 ? `the only post has ${best}` : `the best of ${results.length} posts has ${best}`}
      .{related.length === 0 ? null : ' Try: '}
      {related.slice(0, suggested).map((word, at) => (
        <span key={word}>
          {at === 0 ? null : ', '}
          <KeywordLink keyword={word} />
        </span>
      ))}
    </p>
  )
}
