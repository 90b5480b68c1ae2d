import { type SignalGroup, strongestReason } from './explain-result.ts'

const signalsNamed = 2

/** The hint of the specification: a post's first two signals, each with the sentence that shows it best. */
export function WhyLine({ signals }: { signals: readonly SignalGroup[] }) {
  const named = signals.slice(0, signalsNamed)
  return (
    <p className="text-sm leading-6 text-pretty wrap-anywhere">
      <span className="font-semibold">Why: </span>
      {named.length === 0 ? 'no signal of a need stands out' : null}
      {named.map((group, index) => (
        <span key={group.signal}>
          {index > 0 ? ', ' : null}
          {group.points < 0 ? `${group.label} counts against it` : group.label}
          <Quote text={strongestReason(group)?.text} />
        </span>
      ))}
    </p>
  )
}

function Quote({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <span className="text-ink-soft">
      {' '}
      (<bdi>“{text}”</bdi>)
    </span>
  )
}
