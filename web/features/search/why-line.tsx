import type { SignalGroup } from './explain-result.ts'

const signalsTold = 2

/** The hint of the specification: a post's first two signals, with their strongest words. */
export function WhyLine({ signals }: { signals: readonly SignalGroup[] }) {
  const told = signals.slice(0, signalsTold)
  return (
    <p className="text-sm leading-6 text-pretty wrap-anywhere">
      <span className="font-semibold">Why: </span>
      {told.length === 0 ? 'no signal of a need stands out' : null}
      {told.map(({ signal, label, points, words: [strongest] }, index) => (
        <span key={signal}>
          {index > 0 ? ', ' : null}
          {points < 0 ? `${label} counts against it` : label}
          {strongest === undefined ? null : (
            <span className="text-ink-soft">
              {' '}
              (<bdi>“{strongest.text}”</bdi>)
            </span>
          )}
        </span>
      ))}
    </p>
  )
}
