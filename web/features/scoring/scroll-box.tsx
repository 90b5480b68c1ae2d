import { clsx } from 'clsx'
import type { ReactNode } from 'react'

// A scrollable area has to be reachable by keyboard, even without controls in it.
const reachable = { tabIndex: 0 }

type ScrollBoxProps = { label: string; className: string; children: ReactNode }

export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    <section aria-label={label} {...reachable} className={clsx('relative', className)}>
      {children}
    </section>
  )
}

type ScrollTableProps = { caption: string; className?: string | undefined; children: ReactNode }

/** A table that scrolls in its own box in a narrow window. */
export function ScrollTable({ caption, className, children }: ScrollTableProps) {
  return (
    <ScrollBox
      label={caption}
      className="scroll-cue overflow-x-auto rounded-card border border-line shadow-lift"
    >
      <table className={clsx('w-full border-collapse text-left text-sm tabular-nums', className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </ScrollBox>
  )
}
