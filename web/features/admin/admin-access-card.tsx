import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'

type AdminAccessCardProps = { title: string; description: string; children: ReactNode }

/** The one card of the pages before the operator's area. */
export function AdminAccessCard({ title, description, children }: AdminAccessCardProps) {
  return (
    <div className="mx-auto max-w-md py-10 sm:py-16">
      <meta name="robots" content="noindex" />
      <Card className="p-6 sm:p-9">
        <span
          aria-hidden="true"
          className="mb-5 grid size-11 place-items-center rounded-control bg-accent-soft text-on-accent-soft"
        >
          <ShieldCheck className="size-5.5" />
        </span>
        <h1 className="text-3xl font-semibold tracking-tight text-balance">{title}</h1>
        <p className="mt-2 mb-6 text-pretty text-ink-soft">{description}</p>
        {children}
      </Card>
    </div>
  )
}
