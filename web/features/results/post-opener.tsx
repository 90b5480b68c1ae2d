import type { MouseEvent, ReactNode } from 'react'
import { isPlainClick } from '#web/plain-click.ts'

type PostOpenerProps = {
  /** The URL of the post for another tab; null if it has none. */
  address: string | null
  onOpen: () => void
  /** The key of the post, used to find the element that gets the focus back. */
  opens?: string
  className?: string | undefined
  children: ReactNode
}

/** Opens a post on this page. With an address, it is a link that can also be opened in another tab. */
export function PostOpener({ address, onOpen, opens, className, children }: PostOpenerProps) {
  if (address === null) {
    return (
      <button type="button" data-opens={opens} onClick={onOpen} className={className}>
        {children}
      </button>
    )
  }
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a href={address} data-acts-here="" data-opens={opens} onClick={open} className={className}>
      {children}
    </a>
  )
}
