import { clsx } from 'clsx'
import type { SignalGroup } from './explain-result.ts'
import { Points } from './points.tsx'

export function ResultSignals({ signals }: { signals: readonly SignalGroup[] }) {
  if (signals.length === 0) return null
  return (
    <ul aria-label="Signals" className="flex flex-wrap gap-1.5">
      {signals.map(({ signal, label, points }) => (
        <li
          key={signal}
          className={clsx(
            'inline-flex items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-xs leading-5 font-medium',
            points < 0 ? 'border-dashed border-against-line' : 'border-line',
          )}
        >
          {label}
          {points === 0 ? null : <Points value={points} />}
        </li>
      ))}
    </ul>
  )
}
