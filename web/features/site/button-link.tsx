import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ButtonLook, buttonLink } from '#web/ui/button.tsx'

type ButtonLinkProps = ButtonLook & { to: string; children: ReactNode }

export function ButtonLink({ to, variant, size = 'medium', children }: ButtonLinkProps) {
  return (
    <Link to={to} className={buttonLink({ variant, size })}>
      {children}
    </Link>
  )
}

export function MainLink({ to, children }: Pick<ButtonLinkProps, 'to' | 'children'>) {
  return (
    <ButtonLink to={to} variant="primary">
      {children}
    </ButtonLink>
  )
}

type BackLinkProps = { to: string; className?: string; children: ReactNode }

export function BackLink({ to, className, children }: BackLinkProps) {
  return (
    <Link
      to={to}
      className={`${className ?? ''} inline-flex items-center gap-1.5 text-sm font-medium text-ink-soft hover:text-ink`}
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      {children}
    </Link>
  )
}
