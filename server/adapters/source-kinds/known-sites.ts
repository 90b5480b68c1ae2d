import { SourceError, type SourceIdentity } from '#server/source-ports.ts'

/** Only Ask HN and Show HN, because most other stories are links. */
export const hackerNewsIdentity: SourceIdentity = {
  kind: 'hacker-news',
  name: 'hacker-news',
  address: 'https://news.ycombinator.com',
  title: 'Hacker News',
  communities: ['Ask HN', 'Show HN'],
}

const stackExchangeHost =
  /^(?:[a-z0-9-]+\.)?(?:[a-z0-9-]+\.stackexchange|(?:[a-z]{2}\.)?stackoverflow|superuser|serverfault|askubuntu|stackapps)\.com$|^mathoverflow\.net$/u

const siteTitles: Readonly<Record<string, string>> = {
  'softwarerecs.stackexchange.com': 'Software Recommendations',
  'webapps.stackexchange.com': 'Web Applications',
  'superuser.com': 'Super User',
  'stackoverflow.com': 'Stack Overflow',
  'serverfault.com': 'Server Fault',
  'askubuntu.com': 'Ask Ubuntu',
}

function decodeTag(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new SourceError('names a tag or label that cannot be read')
  }
}

function stackExchangeAt(url: URL): SourceIdentity | null {
  const host = url.hostname.replace(/^www\./u, '')
  if (!stackExchangeHost.test(host)) return null
  const tag = /^\/questions\/tagged\/([^/]+)/u.exec(url.pathname)?.[1]
  return {
    kind: 'stack-exchange',
    name: host,
    address: `https://${host}`,
    title: siteTitles[host] ?? host,
    communities: tag === undefined ? [] : [decodeTag(tag).toLowerCase()],
  }
}

/** A label without quotes and without the characters that separate labels in a list. */
const labelForm = /^[^\p{Cc}\p{Cs}",]{1,50}$/u

/**
 * A repository, or one of its labels. Owner names contain no `_`, so no two repositories have the same name
 * here.
 */
function repositoryAt(url: URL): SourceIdentity {
  const [, owner, name] = /^\/([a-z\d](?:-?[a-z\d]){0,38})\/([\w.-]{1,100})/iu.exec(url.pathname) ?? []
  if (owner === undefined || name === undefined)
    throw new SourceError('is on GitHub; enter the address of a repository, such as github.com/owner/name')
  const title = `${owner}/${name.replace(/\.git$/iu, '')}`
  const written = /^\/[^/]+\/[^/]+\/labels\/([^/]+)/u.exec(url.pathname)?.[1]
  const label = written === undefined ? undefined : decodeTag(written).trim()
  if (label !== undefined && !labelForm.test(label))
    throw new SourceError(
      'names a label that cannot be read: it has a comma, a quote or more than 50 characters',
    )
  return {
    kind: 'github',
    name: `github.com-${title.replace('/', '_')}`.toLowerCase(),
    address: `https://github.com/${title}`,
    title,
    communities: label === undefined ? [] : [label],
  }
}

/** Explains the alternatives to Reddit, because its feeds are off and its API accepts no new clients. */
function ofReddit({ pathname }: URL): SourceError {
  const communities = /^\/r\/(\w{2,21}(?:\+\w{2,21}){0,19})(?![\w+])/u.exec(pathname)?.[1]
  const named = communities === undefined ? 'NAME' : communities.toLowerCase().replaceAll('+', ',')
  return new SourceError(
    'is on Reddit, which gives no new access: it has turned off its feeds (.rss), and its API only serves clients ' +
      'registered with it, until March 2027. What you can do: import posts of the past from files (npm run ' +
      `archive:import), set ARCTIC_SHIFT_COMMUNITIES=${named} to read an archive of it, or set REDDIT_CLIENT_ID and ` +
      'REDDIT_CLIENT_SECRET if you have a client',
  )
}

/**
 * Sites that are recognised by their host; null for other sites. Throws a `SourceError` for sites that can no
 * longer be read.
 */
export function findKnownSite(url: URL): SourceIdentity | null {
  const host = url.hostname.replace(/^(?:www|old|new|m)\./u, '')
  if (host === 'news.ycombinator.com' || host === 'hn.algolia.com') return hackerNewsIdentity
  // Releases, commits and tags are feeds, not repositories.
  if (host === 'github.com' && !url.pathname.endsWith('.atom')) return repositoryAt(url)
  if (/(?:^|\.)(?:reddit\.com|redd\.it)$/u.test(url.hostname)) throw ofReddit(url)
  return stackExchangeAt(url)
}
