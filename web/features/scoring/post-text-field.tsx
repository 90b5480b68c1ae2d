import { clsx } from 'clsx'
import { useId } from 'react'
import { limits } from '#contract/limits.ts'

type PostTextFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void }

/** The text of a post; says how long it is once it is too long. */
export function PostTextField({ value, error, onChange }: PostTextFieldProps) {
  const id = useId()
  const over = value.length - limits.postTextCharacters
  const message =
    over > 0
      ? `A text has at most ${limits.postTextCharacters.toLocaleString('en-US')} characters; this one has ${over.toLocaleString('en-US')} too many`
      : error
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Text
      </label>
      <textarea
        id={id}
        name="selftext"
        rows={7}
        dir="auto"
        value={value}
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.target.value)}
        className={clsx(
          'max-h-96 min-h-40 w-full resize-y rounded-control border bg-surface px-3.5 py-2.5 text-base leading-7 shadow-lift aria-invalid:outline-danger',
          message === undefined ? 'border-line-strong' : 'border-danger ring-1 ring-danger',
        )}
      />
      {message === undefined ? null : (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {message}
        </p>
      )}
    </div>
  )
}
