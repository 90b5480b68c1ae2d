import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

const variants = {
  primary:
    'bg-accent text-on-accent shadow-lift not-data-disabled:hover:bg-accent-hover data-disabled:bg-sunken data-disabled:text-ink-soft data-disabled:shadow-none',
  secondary:
    'border border-line bg-surface text-ink shadow-lift not-data-disabled:hover:border-line-strong not-data-disabled:hover:bg-sunken data-disabled:text-ink-soft',
  quiet: 'text-ink-soft not-data-disabled:hover:bg-sunken not-data-disabled:hover:text-ink',
  danger: 'border border-danger bg-surface text-danger not-data-disabled:hover:bg-danger-soft',
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
  'inline-flex shrink-0 items-center justify-center rounded-control font-medium whitespace-nowrap transition-colors select-none data-disabled:cursor-not-allowed not-data-disabled:aria-disabled:cursor-progress not-data-disabled:aria-disabled:opacity-75'

export function buttonLink({ variant = 'secondary', size = 'small' }: ButtonLook = {}): string {
  return clsx(shape, variants[variant], sizes[size])
}

/**
 * A button that does nothing is `disabled` if there is nothing to do, and `aria-disabled` during a request. Both
 * keep the focus, which the browser takes from a button with the attribute `disabled`.
 */
export function Button({ variant = 'secondary', size = 'small', className, disabled, ...rest }: ButtonProps) {
  const look = clsx(shape, variants[variant], sizes[size], className)
  const isOff = disabled || rest['aria-disabled']
  return (
    <button
      type="button"
      className={look}
      {...rest}
      {...(disabled && { 'aria-disabled': true, 'data-disabled': '' })}
      // Prevented, because a click would submit the form of the button.
      onClick={isOff ? (event) => event.preventDefault() : rest.onClick}
    />
  )
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
