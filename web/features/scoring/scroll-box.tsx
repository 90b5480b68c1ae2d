import { clsx } from 'clsx'
import type { ReactNode } from 'react'

// What scrolls has to be reached with the keyboard, though nothing in it can be pressed.
const reachable = { tabIndex: 0 }

type ScrollBoxProps = { label: string; className: string; children: ReactNode }

/** A named box whose content may be larger than it is. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    <section aria-label={label} {...reachable} className={clsx('relative', className)}>
      {children}
    </section>
  )
}
