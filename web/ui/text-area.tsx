import { type ComponentProps, useId } from 'react'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'dir' | 'className' | 'onChange'> & {
  label: string
  onChange: (text: string) => void
}

/** A text of several lines, with its label. */
export function TextArea({ label, onChange, ...textarea }: TextAreaProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        dir="auto"
        onChange={(event) => onChange(event.target.value)}
        className="max-h-96 min-h-28 w-full resize-y rounded-control border border-line-strong bg-surface px-3.5 py-2.5 text-base leading-7 shadow-lift"
      />
    </div>
  )
}
