import type { ReactNode } from 'react'

/** True for an http(s) URL: sources may send anything. */
export function isWebAddress(url: string | null): url is string {
  return url !== null && /^https?:\/\//iu.test(url)
}

type OutsideLinkProps = {
  url: string | null
  className?: string | undefined
  title?: string | undefined
  /** Text for screen readers, such as " (opens in a new tab)". */
  said?: string
  children: ReactNode
}

/** A link to another site in a new tab. If the URL is not valid, only the content is shown. */
export function OutsideLink({ url, said, children, ...look }: OutsideLinkProps) {
  if (!isWebAddress(url)) return children
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" {...look}>
      {children}
      {said === undefined ? null : <span className="sr-only">{said}</span>}
    </a>
  )
}
