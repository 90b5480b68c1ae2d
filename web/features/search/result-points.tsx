import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { SearchResult } from '#contract/search.ts'
import { formatPoints, type ScoreLine, scoreLines, unexplainedPoints } from './explain-score.ts'

function lineWords({ words, inTitle }: ScoreLine): string {
  if (words === null) return inTitle ? 'in the title' : 'further on in the post'
  return `“${words}”${inTitle ? ' in the title' : ''}`
}

/** The whole sum of a score, line by line, each with the words it stands on. */
export function ResultPoints({ result }: { result: SearchResult }) {
  const lines = scoreLines(result)
  const rest = unexplainedPoints(result)
  return (
    <details className="group text-sm">
      <summary className="inline-flex items-center gap-1.5 rounded-control py-1.5 pr-2 font-medium text-ink select-none hover:text-accent">
        <ChevronDown
          aria-hidden="true"
          className="size-4 -rotate-90 text-ink-soft transition-transform group-open:rotate-0"
        />
        How the {result.opportunityScore} points add up
      </summary>
      <table className="mt-2 w-full max-w-2xl border-collapse text-left">
        <thead className="sr-only">
          <tr>
            <th scope="col">Points</th>
            <th scope="col">Signal and words</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key} className="border-t border-line align-top">
              <PointsCell points={line.points} />
              <td className="py-2 wrap-anywhere">
                <span className="font-medium">{line.label}</span>{' '}
                <span className="text-ink-soft" dir="auto">
                  {lineWords(line)}
                </span>
              </td>
            </tr>
          ))}
          <tr className="border-t border-line align-top">
            <PointsCell points={rest} />
            <td className="py-2 text-ink-soft">Where every post starts, within 0 and 100</td>
          </tr>
          <tr className="border-t-2 border-line-strong font-semibold">
            <td className="py-2 pr-4 text-right tabular-nums">{result.opportunityScore}</td>
            <td className="py-2">Opportunity score</td>
          </tr>
        </tbody>
      </table>
    </details>
  )
}

function PointsCell({ points }: { points: number }) {
  return (
    <td
      className={clsx(
        'w-16 py-2 pr-4 text-right font-medium whitespace-nowrap tabular-nums',
        points < 0 ? 'text-danger' : 'text-on-accent-soft',
      )}
    >
      {formatPoints(points)}
    </td>
  )
}
