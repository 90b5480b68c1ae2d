import type { SignalTotal } from './explain-score.ts'

/** The spec's hint: the first two signals say why a post stands where it does. */
const signalsTold = 2

export function WhyLine({ totals }: { totals: readonly SignalTotal[] }) {
  const told = totals.slice(0, signalsTold)
  return (
    <p className="text-sm text-pretty wrap-anywhere">
      <span className="font-semibold">Why: </span>
      {told.length === 0 ? 'no words in it point to a need' : null}
      {told.map(({ signal, label, points, words }, index) => (
        <span key={signal}>
          {index > 0 ? ', ' : null}
          {points < 0 ? `${label} counts against it` : label}
          {words === null ? null : (
            <span className="text-ink-soft">
              {' '}
              (<bdi>“{words}”</bdi>)
            </span>
          )}
        </span>
      ))}
    </p>
  )
}
