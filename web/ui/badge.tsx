import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

export const badgeLooks = {
  default: 'border-transparent bg-accent text-on-accent',
  secondary: 'border-transparent bg-accent-soft text-on-accent-soft',
  outline: 'border-line-strong text-ink-soft',
  notice: 'border-notice-line bg-notice text-ink',
}

export type BadgeVariant = keyof typeof badgeLooks

type BadgeProps = ComponentProps<'span'> & { variant?: BadgeVariant }

export function Badge({ variant = 'secondary', className, ...rest }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-full border px-2.5 py-0.5 text-xs leading-5 font-medium',
        badgeLooks[variant],
        className,
      )}
      {...rest}
    />
  )
}
