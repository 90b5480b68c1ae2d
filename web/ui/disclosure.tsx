import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'

type DisclosureProps = { title: ReactNode; open?: boolean; className?: string; children: ReactNode }

export function Disclosure({ title, open, className = '', children }: DisclosureProps) {
  return (
    <details open={open} className={`text-sm ${className}`}>
      <summary className="inline-flex items-center gap-1.5 rounded-control py-1.5 pr-2 font-medium text-ink select-none hover:text-accent">
        <ChevronDown className="size-4 -rotate-90 text-ink-soft transition-transform in-[details[open]>summary]:rotate-0" />
        {title}
      </summary>
      {children}
    </details>
  )
}
