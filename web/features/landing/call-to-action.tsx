import type { MouseEvent, ReactNode } from 'react'
import { useAuthDialog } from '#web/features/accounts/auth-dialog-host.tsx'
import type { AuthTab } from '#web/features/accounts/auth-tabs.tsx'
import { buttonLink } from '#web/ui/button.tsx'

type CallToActionProps = {
  tab?: AuthTab
  /** Where the person lands afterwards. */
  next?: string
  look?: Parameters<typeof buttonLink>[0]
  className?: string
  children: ReactNode
}

/** Opens the sign-in and sign-up dialog; a link to the page with the same forms for who cannot have it. */
export function CallToAction({
  tab = 'sign-up',
  next = '/',
  look,
  className = '',
  children,
}: CallToActionProps) {
  const openAuth = useAuthDialog()
  const address = `/auth?${new URLSearchParams({ tab, ...(next === '/' ? {} : { next }) })}`
  const open = (event: MouseEvent) => {
    // A new tab or window is what the person asked for.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    openAuth({ tab, next })
  }
  return (
    <a href={address} aria-haspopup="dialog" onClick={open} className={`${buttonLink(look)} ${className}`}>
      {children}
    </a>
  )
}
