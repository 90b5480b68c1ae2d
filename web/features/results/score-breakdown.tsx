import { clsx } from 'clsx'
import {
  cuesBySignal,
  type Explained,
  formatPoints,
  otherPoints,
  type Reason,
  type SignalGroup,
  scoreGroups,
  startingPoints,
  strongestReason,
} from './explain-result.ts'

/** The sum of a score, with the way to each sentence in the text of the same `data-reading`. */
export function ScoreBreakdown({ result }: { result: Explained }) {
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
                <ReasonButton reason={reason} alone={group.isTogether || isOnly(group)} />
              </li>
            ))}
            {group.others === 0 ? null : (
              <li className="flex gap-3 py-0.5 text-ink-soft">
                <span className="w-12 shrink-0 text-right text-xs leading-5 tabular-nums">
                  {group.reasons.length === 0 ? null : formatPoints(group.others)}
                </span>
                {group.isTogether ? 'together with other sentences' : 'other sentences, which say it too'}
              </li>
            )}
          </ul>
        </section>
      ))}
      <SumRow points={otherPoints(result)}>Other wording</SumRow>
      <p className="flex gap-3 border-t-2 border-line-strong py-2 font-semibold">
        <span data-points={result.opportunityScore} className="w-12 shrink-0 text-right tabular-nums">
          {result.opportunityScore}
        </span>
        Opportunity score
      </p>
    </div>
  )
}

const isOnly = ({ reasons, others }: SignalGroup) => reasons.length === 1 && others === 0

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

function showReason(button: Element, { field, start }: Reason): void {
  const text = button.closest('[data-reading]')?.querySelector(`[data-field="${field}"]`)
  const mark = text?.querySelector<HTMLElement>(`mark[data-start="${start}"]`)
  mark?.scrollIntoView({ block: 'center' })
  mark?.focus({ preventScroll: true })
}

function ReasonButton({ reason, alone }: { reason: Reason; alone: boolean }) {
  return (
    <button
      type="button"
      onClick={(event) => showReason(event.currentTarget, reason)}
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

/** The way from where every post starts to the score: what was given, then what was taken back. */
export function ScoreBar({ result }: { result: Explained }) {
  const base = Math.max(0, startingPoints(result))
  const parts = [...scoreGroups(result).map(({ points }) => points), otherPoints(result)]
  const given = parts.filter((points) => points > 0).reduce((sum, points) => sum + points, 0)
  const taken = parts.filter((points) => points < 0).reduce((sum, points) => sum - points, 0)
  const whole = Math.max(100, base + given)
  // Sums of points may miss zero by a hair, and no width is below it.
  const percent = (points: number) => `${Math.max(0, 100 * points) / whole}%`
  const score = result.opportunityScore
  return (
    <figure className="flex flex-col gap-1 text-xs text-ink-soft tabular-nums">
      <svg aria-hidden="true" width="100%" height="12" className="rounded-full bg-sunken">
        <rect width={percent(Math.min(base, score))} height="12" className="fill-line-strong" />
        <rect
          x={percent(Math.min(base, score))}
          width={percent(Math.max(0, score - base))}
          height="12"
          className="fill-accent"
        />
        <rect
          x={percent(score)}
          width={percent(Math.max(0, base + given - score))}
          height="12"
          className="fill-against"
        />
      </svg>
      <figcaption>
        {base} where every post starts, {formatPoints(given)} for a need
        {taken === 0 ? '' : `, ${formatPoints(-taken)} against it`}: {score}
      </figcaption>
    </figure>
  )
}

const reasonsNamed = 3

export function StrongestReasons({ result }: { result: Explained }) {
  const groups = scoreGroups(result).slice(0, reasonsNamed)
  if (groups.length === 0)
    return <p className="text-sm leading-6">No sentence shows a need, or speaks against one.</p>
  return (
    <ol aria-label="The strongest reasons" className="flex flex-col gap-1.5 text-sm leading-6">
      {groups.map((group) => {
        const reason = strongestReason(group)
        return (
          <li key={group.signal} className="text-pretty wrap-anywhere">
            <span className="font-semibold">{group.label}</span>{' '}
            <Points value={group.points} className="font-medium" />
            {reason === undefined ? null : (
              <span className="text-ink-soft">
                : <bdi>“{reason.text}”</bdi>
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

export function CueList({ result, scorerVersion }: { result: Explained; scorerVersion: string }) {
  const told = cuesBySignal(result)
  if (told.length === 0) return null
  return (
    <details className="text-sm leading-6">
      <summary className="inline-block rounded-control py-1 font-medium hover:text-accent">
        The words that told it
      </summary>
      <dl className="mt-1 grid gap-y-1">
        {told.map(({ signal, label, cues }) => (
          <div key={signal} className="wrap-anywhere">
            <dt className="inline font-medium">{label}: </dt>
            <dd className="inline text-ink-soft">
              <bdi>{cues.map((cue) => `“${cue}”`).join(', ')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-ink-soft">Scored by version {scorerVersion}</p>
    </details>
  )
}

export function Points({ value, className }: { value: number; className?: string }) {
  return (
    <span className={clsx('tabular-nums', className, value < 0 ? 'text-danger' : 'text-on-accent-soft')}>
      {formatPoints(value)}
    </span>
  )
}
