import { clsx } from 'clsx'
import type { ReactNode } from 'react'

// What scrolls has to be reached with the keyboard, though nothing in it can be pressed.
const reachable = { tabIndex: 0 }

type ScrollBoxProps = { label: string; className: string; children: ReactNode }

export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    <section aria-label={label} {...reachable} className={clsx('relative', className)}>
      {children}
    </section>
  )
}
