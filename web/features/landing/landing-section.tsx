import { type MouseEvent, type ReactNode, useId } from 'react'
import { useAuthDialog } from '#web/features/accounts/auth-dialog-host.tsx'
import { isPlainClick } from '#web/plain-click.ts'
import { buttonLink } from '#web/ui/button.tsx'

type LandingSectionProps = { title: ReactNode; lead?: ReactNode; children: ReactNode }

export function LandingSection({ title, lead, children }: LandingSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
        {title}
      </h2>
      {lead ? <p className="mt-3 max-w-2xl text-lg leading-8 text-pretty text-ink-soft">{lead}</p> : null}
      <div className="mt-7 sm:mt-9">{children}</div>
    </section>
  )
}

type CallToActionProps = {
  /** Where to navigate after sign-in. */
  next?: string
  look: Parameters<typeof buttonLink>[0]
  children: ReactNode
}

/** Opens the sign-up dialog; without JavaScript, a link to the page with the same form. */
export function CallToAction({ next = '/', look, children }: CallToActionProps) {
  const openAuth = useAuthDialog()
  const address = `/auth?${new URLSearchParams({ tab: 'sign-up', ...(next === '/' ? {} : { next }) })}`
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    openAuth({ tab: 'sign-up', next })
  }
  return (
    <a href={address} data-acts-here="" aria-haspopup="dialog" onClick={open} className={buttonLink(look)}>
      {children}
    </a>
  )
}
