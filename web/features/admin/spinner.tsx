import { clsx } from 'clsx'
import LoaderCircle from 'lucide-react/icons/loader-circle'

/** Something is loading. `label` is read aloud; without it the spinner is beside words. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span className="inline-flex">
      <LoaderCircle
        aria-hidden="true"
        className={clsx('animate-spin text-ink-soft', className ?? 'size-4')}
      />
      {label === undefined ? null : <span className="sr-only">{label}</span>}
    </span>
  )
}
