import Copy from 'lucide-react/icons/copy'
import { TextField } from '#web/ui/text-field.tsx'
import { copyText } from './copy-text.ts'

type CopiedFieldProps = { label: string; value: string; done: string; hint?: string; autoFocus?: boolean }

/** A value with a button that copies it. */
export function CopiedField({ label, value, done, hint, autoFocus }: CopiedFieldProps) {
  return (
    <TextField
      label={label}
      name={label}
      value={value}
      hint={hint}
      autoFocus={autoFocus}
      readOnly
      verbatim
      onFocus={(event) => event.currentTarget.select()}
      trailing={
        <button
          type="button"
          title="Copy"
          onClick={() => void copyText(label.toLowerCase(), value, { title: done })}
          className="grid size-9 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <Copy className="size-4.5" />
          <span className="sr-only">Copy {label}</span>
        </button>
      }
    />
  )
}
