import type { MouseEvent, ReactNode } from 'react'
import { useAuthDialog } from '#web/features/accounts/auth-dialog-host.tsx'
import { buttonLink } from '#web/ui/button.tsx'

type CallToActionProps = {
  /** Where the person lands afterwards. */
  next?: string
  look: Parameters<typeof buttonLink>[0]
  children: ReactNode
}

/** Opens the sign-up dialog; a link to the page with the same form for who cannot have it. */
export function CallToAction({ next = '/', look, children }: CallToActionProps) {
  const openAuth = useAuthDialog()
  const address = `/auth?${new URLSearchParams({ tab: 'sign-up', ...(next === '/' ? {} : { next }) })}`
  const open = (event: MouseEvent) => {
    // A new tab or window is what the person asked for.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    openAuth({ tab: 'sign-up', next })
  }
  return (
    <a href={address} aria-haspopup="dialog" onClick={open} className={buttonLink(look)}>
      {children}
    </a>
  )
}
