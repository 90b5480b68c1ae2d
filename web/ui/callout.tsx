import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const tones = {
  notice: 'border-notice-line bg-notice',
  danger: 'border-danger bg-danger-soft',
  plain: 'border-line bg-surface',
}

type CalloutProps = { tone?: keyof typeof tones; icon: ReactNode; children: ReactNode; className?: string }

export function Callout({ tone = 'plain', icon, children, className }: CalloutProps) {
  return (
    <div
      className={clsx('flex gap-3 rounded-card border px-4 py-3.5 text-sm leading-6', tones[tone], className)}
    >
      <span className="mt-0.5 shrink-0 [&>svg]:size-5" aria-hidden="true">
        {icon}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
