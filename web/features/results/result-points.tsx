import type { ReactNode } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { heldPoints, otherPoints, type SignalGroup, scoreGroups, startingPoints } from './explain-result.ts'
import { Points } from './score-breakdown.tsx'

export function ResultPoints({ result }: { result: SearchResult }) {
  return (
    <Disclosure title={`How the ${result.opportunityScore} points add up`}>
      <PointsTable result={result} />
    </Disclosure>
  )
}

function PointsTable({ result }: { result: SearchResult }) {
  return (
    <table className="mt-2 w-full border-collapse text-left">
      <thead className="sr-only">
        <tr>
          <th scope="col">Points</th>
          <th scope="col">Signal and sentences</th>
        </tr>
      </thead>
      <tbody>
        <PointsRow points={startingPoints(result)}>
          <span className="text-ink-soft">Where every post starts</span>
        </PointsRow>
        {scoreGroups(result).map((group) => (
          <PointsRow key={group.signal} points={group.points}>
            <SignalSentences group={group} />
          </PointsRow>
        ))}
        <PointsRow points={otherPoints(result)}>
          <span className="text-ink-soft">Other wording</span>
        </PointsRow>
        <PointsRow points={heldPoints(result)}>
          <span className="text-ink-soft">Held between 0 and 100</span>
        </PointsRow>
      </tbody>
      <tfoot>
        <tr className="border-t-2 border-line-strong font-semibold">
          <td className="py-2 pr-4 text-right tabular-nums">{result.opportunityScore}</td>
          <td className="py-2">Opportunity score</td>
        </tr>
      </tfoot>
    </table>
  )
}

function PointsRow({ points, children }: { points: number; children: ReactNode }) {
  if (points === 0) return null
  return (
    <tr className="border-t border-line align-top leading-6">
      <td className="w-16 py-2 pr-4 text-right font-medium whitespace-nowrap tabular-nums">
        <Points value={points} />
      </td>
      <td className="py-2 wrap-anywhere">{children}</td>
    </tr>
  )
}

function SignalSentences({ group }: { group: SignalGroup }) {
  const { label, reasons, others } = group
  const alone = reasons.length === 1 && others === 0
  return (
    <>
      <span className="font-medium">{label}</span>
      <ul className="text-ink-soft">
        {reasons.map(({ field, start, text, points }) => (
          <li key={`${field} ${start}`}>
            <bdi>“{text}”</bdi> {alone ? null : <Points value={points} />}
          </li>
        ))}
        {others === 0 ? null : (
          <li>
            other sentences <Points value={others} />
          </li>
        )}
      </ul>
    </>
  )
}
