import { useId } from 'react'

type FileFieldProps = {
  /** The endings and types that it takes. */
  accept: string
  error?: string | undefined
  hint?: string
  onChoose: (file: File | null) => void
}

/** A file, with its error and advice. */
export function FileField({ accept, error, hint, onChoose }: FileFieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        File
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        className="w-full rounded-control border border-line-strong bg-surface p-2 text-sm shadow-lift file:mr-3 file:h-8 file:cursor-pointer file:rounded-control file:border file:border-line file:bg-sunken file:px-3 file:font-medium"
      />
      {error === undefined ? null : (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-pretty text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
