import type { ReactNode } from 'react'

/** True for an address that may become a link: sources send anything. */
export function isWebAddress(url: string | null): url is string {
  return url !== null && /^https?:\/\//iu.test(url)
}

type OutsideLinkProps = {
  url: string | null
  className?: string | undefined
  title?: string | undefined
  /** Told of the link to who does not see it, such as " (opens in a new tab)". */
  said?: string
  children: ReactNode
}

/** Leads to another site, in a new tab; only what it holds where the address is none. */
export function OutsideLink({ url, said, children, ...look }: OutsideLinkProps) {
  if (!isWebAddress(url)) return children
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" {...look}>
      {children}
      {said === undefined ? null : <span className="sr-only">{said}</span>}
    </a>
  )
}
