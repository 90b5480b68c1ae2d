import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** The only container style: a surface with a hairline border. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div className={clsx('rounded-card border border-line bg-surface shadow-lift', className)} {...rest} />
  )
}
