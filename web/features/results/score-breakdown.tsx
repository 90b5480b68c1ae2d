import { clsx } from 'clsx'
import { signalLabel } from '#contract/signal-labels.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import {
  cuesBySignal,
  type Explained,
  formatPoints,
  otherWords,
  type Reason,
  type SignalGroup,
  scoreGroups,
  startingPoints,
  strongestSentences,
} from './explain-result.ts'

/** How a score adds up. Each sentence is a link to its place in the text within the same `data-reading`. */
export function ScoreBreakdown({ result }: { result: Explained }) {
  return (
    <div className="flex flex-col text-sm leading-5">
      <SumRow points={startingPoints(result)}>Base score</SumRow>
      {scoreGroups(result).map((group) => (
        <section key={group.signal} aria-label={group.label} className="border-t border-line py-2">
          <div className="flex gap-3">
            <SumPoints value={group.points} />
            <h4 className="font-semibold">{group.label}</h4>
          </div>
          <ReasonList reasons={group.reasons} />
          <MoreSentences group={group} />
        </section>
      ))}
      <OtherWording group={otherWords(result)} />
      <p className="flex gap-3 border-t-2 border-line-strong py-2 font-semibold">
        <span data-points={result.opportunityScore} className="w-12 shrink-0 text-right tabular-nums">
          {result.opportunityScore}
        </span>
        Opportunity score
      </p>
    </div>
  )
}

function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul>
      {reasons.map((reason) => (
        <li key={`${reason.field} ${reason.start} ${reason.text}`}>
          <ReasonButton reason={reason} />
        </li>
      ))}
    </ul>
  )
}

/** The sentences that are hidden at first. Results of an older scorer contain only their total points. */
function MoreSentences({ group: { reasons, more, morePoints } }: { group: SignalGroup }) {
  if (more.length === 0 && morePoints === 0) return null
  const sum = ` (${formatPoints(morePoints)})`
  if (more.length === 0) return <p className="py-0.5 pl-15 text-ink-soft">other sentences{sum}</p>
  const sentences = more.length === 1 ? 'sentence' : 'sentences'
  return (
    <Disclosure
      title={`${reasons.length === 0 ? 'in' : 'and'} ${more.length} ${reasons.length === 0 ? '' : 'more '}${sentences}${sum}`}
      className="pl-15 leading-5"
    >
      <div className="-ml-15">
        <ReasonList reasons={more} />
      </div>
    </Disclosure>
  )
}

/** The points of other wording, with the words that weigh most. */
function OtherWording({ group }: { group: ReturnType<typeof otherWords> }) {
  if (group.points === 0) return null
  return (
    <section aria-label={group.label} className="border-t border-line py-2 text-ink-soft">
      <div className="flex gap-3">
        <SumPoints value={group.points} />
        <p className="min-w-0 wrap-anywhere">
          {group.label}
          {group.words.length === 0 ? null : (
            <>
              : <bdi>{group.words.map((word) => `“${word}”`).join(', ')}</bdi>
            </>
          )}
        </p>
      </div>
      {group.more.length === 0 ? null : <MoreSentences group={group} />}
    </section>
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

function showReason(button: Element, { field, start }: Reason): void {
  const text = button.closest('[data-reading]')?.querySelector(`[data-field="${field}"]`)
  const mark = text?.querySelector<HTMLElement>(`[data-start="${start}"]`)
  mark?.scrollIntoView({ block: 'center' })
  mark?.focus({ preventScroll: true })
}

function ReasonButton({ reason }: { reason: Reason }) {
  return (
    <button
      type="button"
      onClick={(event) => showReason(event.currentTarget, reason)}
      className="flex w-full gap-3 rounded-control py-0.5 text-left text-ink-soft hover:bg-sunken hover:text-ink"
    >
      <span className="w-12 shrink-0 text-right text-xs leading-5 tabular-nums">
        {formatPoints(reason.points)}
      </span>
      <span className="min-w-0 pr-2 wrap-anywhere">
        <bdi>“{reason.text}”</bdi>
        {reason.field === 'title' ? ' in the title' : null}
        <span className="sr-only">, show in the post</span>
      </span>
    </button>
  )
}

/** The score as a bar: the base, then positive points, then negative ones. */
export function ScoreBar({ result }: { result: Explained }) {
  const base = Math.max(0, startingPoints(result))
  const parts = [...scoreGroups(result).map(({ points }) => points), otherWords(result).points]
  const given = parts.filter((points) => points > 0).reduce((sum, points) => sum + points, 0)
  const taken = parts.filter((points) => points < 0).reduce((sum, points) => sum - points, 0)
  const whole = Math.max(100, base + given)
  // Rounding may leave a sum slightly below zero, and a width cannot be negative.
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
        Base score {base}, {formatPoints(given)} for a need
        {taken === 0 ? '' : `, ${formatPoints(-taken)} against it`}: {score}
      </figcaption>
    </figure>
  )
}

const reasonsNamed = 3

export function StrongestReasons({ result }: { result: Explained }) {
  const sentences = strongestSentences(result).slice(0, reasonsNamed)
  if (sentences.length === 0)
    return <p className="text-sm leading-6">No sentence shows a need or counts against one.</p>
  return (
    <ol aria-label="The strongest reasons" className="flex flex-col gap-1.5 text-sm leading-6">
      {sentences.map(({ field, start, text, points, signals }) => (
        <li key={`${field} ${start}`} className="text-pretty wrap-anywhere">
          {signals.map(({ signal, points: own }, at) => (
            <span key={signal}>
              {at > 0 ? ', ' : null}
              <span className="font-semibold">{signalLabel(signal)}</span>{' '}
              <Points value={own} className="font-medium" />
            </span>
          ))}
          {signals.length === 1 ? null : (
            <>
              , together <Points value={points} className="font-medium" />
            </>
          )}
          <span className="text-ink-soft">
            : <bdi>“{text}”</bdi>
          </span>
        </li>
      ))}
    </ol>
  )
}

export function CueList({ result, scorerVersion }: { result: Explained; scorerVersion: string }) {
  const told = cuesBySignal(result)
  if (told.length === 0) return null
  return (
    <details className="text-sm leading-6">
      <summary className="inline-block rounded-control py-1 font-medium hover:text-accent">
        The words behind each signal
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
