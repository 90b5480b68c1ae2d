import LoaderCircle from 'lucide-react/icons/loader-circle'

export function LoadingSpinner({ label }: { label: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-2.5 py-2 text-ink-soft">
      <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />
      {label}
    </p>
  )
}
