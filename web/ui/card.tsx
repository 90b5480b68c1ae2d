import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** The one way to separate a thing: a surface with a hairline. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div className={clsx('rounded-card border border-line bg-surface shadow-lift', className)} {...rest} />
  )
}
