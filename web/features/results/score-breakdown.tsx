import type { SearchResult } from '#contract/search.ts'
import {
  formatPoints,
  heldPoints,
  otherPoints,
  type Reason,
  scoreGroups,
  startingPoints,
} from './explain-result.ts'
import { Points } from './points.tsx'

type ScoreBreakdownProps = { result: SearchResult; onShow: (reason: Reason) => void }

export function ScoreBreakdown({ result, onShow }: ScoreBreakdownProps) {
  return (
    <div className="flex flex-col text-sm leading-5">
      <SumRow points={startingPoints(result)}>Where every post starts</SumRow>
      {scoreGroups(result).map((group) => (
        <section key={group.signal} aria-label={group.label} className="border-t border-line py-2">
          <div className="flex gap-3">
            <SumPoints value={group.points} />
            <h4 className="font-semibold">{group.label}</h4>
          </div>
          <ul>
            {group.reasons.map((reason) => (
              <li key={`${reason.field} ${reason.start} ${reason.text}`}>
                <ReasonButton
                  reason={reason}
                  alone={group.reasons.length === 1 && group.others === 0}
                  onShow={onShow}
                />
              </li>
            ))}
            {group.others === 0 ? null : (
              <li className="flex gap-3 py-0.5 text-ink-soft">
                <span className="w-12 shrink-0 text-right text-xs leading-5 tabular-nums">
                  {group.reasons.length === 0 ? null : formatPoints(group.others)}
                </span>
                other sentences
              </li>
            )}
          </ul>
        </section>
      ))}
      <SumRow points={otherPoints(result)}>Other wording</SumRow>
      <SumRow points={heldPoints(result)}>Held between 0 and 100</SumRow>
      <p className="flex gap-3 border-t-2 border-line-strong py-2 font-semibold">
        <span data-points={result.opportunityScore} className="w-12 shrink-0 text-right tabular-nums">
          {result.opportunityScore}
        </span>
        Opportunity score
      </p>
    </div>
  )
}

function SumPoints({ value }: { value: number }) {
  return (
    <span data-points={value} className="w-12 shrink-0 text-right">
      <Points value={value} className="font-medium whitespace-nowrap" />
    </span>
  )
}

function SumRow({ points, children }: { points: number; children: string }) {
  if (points === 0) return null
  return (
    <p className="flex gap-3 border-t border-line py-2 text-ink-soft first:border-0">
      <SumPoints value={points} />
      {children}
    </p>
  )
}

type ReasonButtonProps = { reason: Reason; alone: boolean; onShow: (reason: Reason) => void }

function ReasonButton({ reason, alone, onShow }: ReasonButtonProps) {
  return (
    <button
      type="button"
      onClick={() => onShow(reason)}
      className="flex w-full gap-3 rounded-control py-0.5 text-left text-ink-soft hover:bg-sunken hover:text-ink"
    >
      <span className="w-12 shrink-0 text-right text-xs leading-5 tabular-nums">
        {alone ? null : formatPoints(reason.points)}
      </span>
      <span className="min-w-0 pr-2 wrap-anywhere">
        <bdi>“{reason.text}”</bdi>
        {reason.field === 'title' ? ' in the title' : null}
        <span className="sr-only">, show in the post</span>
      </span>
    </button>
  )
}
