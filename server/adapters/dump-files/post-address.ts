const site = 'https://www.reddit.com'

type Whereabouts = { permalink: string | null; community: string; id: string }

/** The discussion's address on the site itself, built from the id where the row has none that can be trusted. */
export function postAddress({ permalink, community, id }: Whereabouts): string | null {
  const path = permalink === null ? null : pathOnSite(permalink)
  if (path !== null) return `${site}${path}`
  if (!/^[0-9a-z]{1,13}$/iu.test(id)) return null
  return community === ''
    ? `${site}/comments/${id}/`
    : `${site}/r/${encodeURIComponent(community)}/comments/${id}/`
}

function pathOnSite(permalink: string): string | null {
  const address = URL.parse(permalink.trim(), `${site}/`)
  if (address === null || !/^https?:$/u.test(address.protocol)) return null
  if (!/(^|\.)reddit\.com$/u.test(address.hostname)) return null
  return address.pathname.includes('/comments/') ? address.pathname : null
}

/** The id in the address of a discussion, for rows that name it nowhere else; null where there is none. */
export function idInAddress(address: string | null): string | null {
  if (address === null) return null
  const path = pathOnSite(address)
  if (path !== null) return /\/comments\/([0-9a-z]{1,13})(?:\/|$)/u.exec(path)?.[1] ?? null
  return /^https?:\/\/news\.ycombinator\.com\/item\?id=(\d{1,12})$/u.exec(address.trim())?.[1] ?? null
}

export function hackerNewsAddress(id: string): string {
  return `https://news.ycombinator.com/item?id=${id}`
}

/** The community named in a permalink, for rows that name it nowhere else. */
export function communityIn(permalink: string | null): string | null {
  return /(?:^|\/)r\/([^/?#]+)\/comments\//u.exec(permalink ?? '')?.[1] ?? null
}
