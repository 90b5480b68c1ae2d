import LoaderCircle from 'lucide-react/icons/loader-circle'

/** A loading indicator; `label` is for screen readers, and omitted if there is text beside it. */
export function Spinner({ label, className = 'size-4' }: { label?: string; className?: string }) {
  return (
    <span className="inline-flex">
      <LoaderCircle className={`animate-spin text-ink-soft ${className}`} />
      {label === undefined ? null : <span className="sr-only">{label}</span>}
    </span>
  )
}

export function LoadingLine({ words }: { words: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-2.5 py-2 text-ink-soft">
      <Spinner className="size-5" />
      {words}
    </p>
  )
}
