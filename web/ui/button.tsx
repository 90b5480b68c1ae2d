import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

// Uses `not-disabled`, because `enabled` does not match links that are styled as buttons.
const variants = {
  primary:
    'bg-accent text-on-accent shadow-lift not-disabled:hover:bg-accent-hover disabled:bg-sunken disabled:text-ink-soft disabled:shadow-none',
  secondary:
    'border border-line bg-surface text-ink shadow-lift not-disabled:hover:border-line-strong not-disabled:hover:bg-sunken disabled:text-ink-soft',
  quiet: 'text-ink-soft not-disabled:hover:bg-sunken not-disabled:hover:text-ink',
  danger: 'border border-danger bg-surface text-danger not-disabled:hover:bg-danger-soft',
}

const sizes = {
  small: 'h-9 gap-1.5 px-3 text-sm',
  medium: 'h-11 gap-2 px-5 text-base',
  large: 'h-13 gap-2 px-6 text-base',
  icon: 'size-10',
  smallIcon: 'size-9',
}

export type ButtonLook = { variant?: keyof typeof variants | undefined; size?: keyof typeof sizes }
type ButtonProps = ComponentProps<'button'> & ButtonLook

const shape =
  'inline-flex shrink-0 items-center justify-center rounded-control font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed aria-disabled:cursor-progress aria-disabled:opacity-75'

export function buttonLink({ variant = 'secondary', size = 'small' }: ButtonLook = {}): string {
  return clsx(shape, variants[variant], sizes[size])
}

/** With `aria-disabled` the button keeps the focus, and a click does nothing. */
export function Button({ variant = 'secondary', size = 'small', className, ...rest }: ButtonProps) {
  const look = clsx(shape, variants[variant], sizes[size], className)
  const onClick = rest['aria-disabled'] ? undefined : rest.onClick
  return <button type="button" className={look} {...rest} onClick={onClick} />
}

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type'> & {
  pending: boolean
  pendingLabel: string
  children: ReactNode
}

/** Submits a form. It stays focusable during the request, so that the focus is not lost. */
export function SubmitButton({ pending, pendingLabel, children, ...rest }: SubmitButtonProps) {
  return (
    <Button variant="primary" size="medium" {...rest} type="submit" aria-disabled={pending}>
      {pending ? pendingLabel : children}
    </Button>
  )
}
