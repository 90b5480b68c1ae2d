import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

const variants = {
  primary:
    'bg-accent text-on-accent shadow-lift enabled:hover:bg-accent-hover disabled:bg-sunken disabled:text-ink-soft disabled:shadow-none',
  secondary:
    'border border-line bg-surface text-ink shadow-lift enabled:hover:border-line-strong enabled:hover:bg-sunken disabled:text-ink-soft',
  quiet: 'text-ink-soft enabled:hover:bg-sunken enabled:hover:text-ink',
}

const sizes = {
  small: 'h-9 gap-1.5 px-3 text-sm',
  large: 'h-13 gap-2 px-6 text-base',
  icon: 'size-10',
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
}

export function Button({ variant = 'secondary', size = 'small', className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-control font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed',
        variants[variant],
        sizes[size],
        className,
      )}
      {...rest}
    />
  )
}
