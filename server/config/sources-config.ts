import {
  addressList,
  ConfigError,
  clientKey,
  commaList,
  communityList,
  providerAddress,
  type ReadVariable,
  readTogether,
  variable,
  wholeNumber,
} from './config-variable.ts'

const communityName = /^[A-Za-z0-9]\w{1,20}$/

/** Host and optional port in URL notation; undefined if invalid. */
function readHost(text: string): string | undefined {
  const url = URL.parse(`http://${text}/`)
  if (url === null || url.pathname !== '/' || /[\s/?#@\\]/.test(text)) return undefined
  const port = /:(\d+)$/.exec(text)?.[1]
  return port === undefined ? url.hostname : `${url.hostname}:${Number(port)}`
}

export const sourceVariables = {
  REDDIT_CLIENT_ID: clientKey(
    'Id of your existing Reddit client (Reddit gives no new ones); with secret and User-Agent, Reddit is searched',
  ),
  REDDIT_CLIENT_SECRET: clientKey('Secret of your client at Reddit'),
  REDDIT_USER_AGENT: variable({
    takes: 'PLATFORM:APP-ID:VERSION (by /u/USERNAME), as Reddit asks for',
    purpose: 'User-Agent for Reddit',
    read: (text) =>
      /^[\w.-]{1,60}:[\w.-]{1,100}:[\w.-]{1,40} \(by \/?u\/[\w-]{1,40}\)$/.test(text) ? text : undefined,
  }),
  REDDIT_COMMUNITIES: communityList(50, communityName, {
    purpose: 'Communities of Reddit that are searched',
    fallback: 'all',
  }),
  REDDIT_URL: providerAddress("Reddit's token endpoint", 'https://www.reddit.com'),
  REDDIT_API_URL: providerAddress("Reddit's API", 'https://oauth.reddit.com'),
  PRIVATE_HOSTS: variable({
    takes:
      'at most 20 hosts separated by commas, each with or without a port, such as forum.lan,10.0.0.5:8080',
    purpose:
      'Hosts of your own network that sources may be read from and webhooks sent to; all others have to be public',
    read: commaList(20, readHost),
  }),
  FEEDS: addressList(
    200,
    'https://forum.example.com/latest.rss https://blog.example.com/feed.xml',
    'Feeds (RSS, Atom, JSON Feed) that are read with the daily scan',
  ),
  DISCOURSE_FORUMS: addressList(
    20,
    'https://meta.example.com https://forum.example.com/c/features/5',
    'Discourse forums, or categories of them, that are searched and read with the daily scan',
  ),
  LEMMY_INSTANCES: addressList(
    20,
    'https://lemmy.example.com',
    'Instances of Lemmy that are searched, and read with the daily scan',
  ),
  PIEFED_INSTANCES: addressList(
    20,
    'https://piefed.example.com',
    'Instances of PieFed that are searched, and read with the daily scan',
  ),
  HACKER_NEWS: variable({
    takes: 'on or off',
    purpose: 'Whether Hacker News is searched and read; it needs no key. off overrides /admin',
    fallback: 'on in a new installation',
    read: (text) => (/^(on|off)$/.test(text) ? (text as 'on' | 'off') : undefined),
  }),
  HACKER_NEWS_SEARCH_URL: providerAddress('Search API of Hacker News', 'https://hn.algolia.com/api/v1'),
  HACKER_NEWS_ITEMS_URL: providerAddress(
    'Item API of Hacker News, for deletion checks',
    'https://hacker-news.firebaseio.com/v0',
  ),
  STACK_EXCHANGE_KEY: clientKey(
    'Key of an app at Stack Exchange: 10,000 calls a day in place of 300 for its sites',
  ),
  STACK_EXCHANGE_URL: providerAddress('API of Stack Exchange', 'https://api.stackexchange.com/2.3'),
  GITHUB_ISSUES_TOKEN: clientKey(
    'GitHub token without permissions: 5,000 calls an hour for issues instead of 60',
  ),
  GITHUB_ISSUES_URL: providerAddress('API of GitHub for issues', 'https://api.github.com'),
  ARCTIC_SHIFT_COMMUNITIES: communityList(20, communityName, {
    purpose: 'Communities of Reddit that are searched in the archive of Arctic Shift; one call each',
    fallback: 'none: not searched',
  }),
  ARCTIC_SHIFT_URL: providerAddress('Address of Arctic Shift', 'https://arctic-shift.photon-reddit.com'),
  SOURCE_TIME_LIMIT_MS: variable({
    takes: 'a whole number of milliseconds from 100 to 60000',
    purpose: 'How long a search waits for each live source',
    fallback: '5000',
    read: wholeNumber(100, 60_000),
  }),
}

type Read = ReadVariable<typeof sourceVariables>

/** Validated even if the source is off, so that errors appear at once. */
function readAddress(read: Read, name: AddressName): string {
  return (read(name) ?? sourceVariables[name].fallback).replace(/(?<!\/)\/+$/, '')
}

type AddressName = Extract<keyof typeof sourceVariables, `${string}_URL`>

/**
 * Reddit needs all three credentials. Without communities, all of Reddit is searched. `url` is for tokens,
 * `apiUrl` for all other calls.
 */
function readReddit(read: Read) {
  const communities = read('REDDIT_COMMUNITIES') ?? []
  const addresses = { url: readAddress(read, 'REDDIT_URL'), apiUrl: readAddress(read, 'REDDIT_API_URL') }
  const own = readTogether(read, ['REDDIT_CLIENT_ID', 'REDDIT_CLIENT_SECRET', 'REDDIT_USER_AGENT'])
  if (own === null) return null
  const [clientId = '', clientSecret = '', userAgent = ''] = own
  return { clientId, clientSecret, userAgent, communities, ...addresses }
}

/** A host can have only one kind of source, because posts are stored under the name of the host. */
function readPlaces(read: Read) {
  const names = ['DISCOURSE_FORUMS', 'LEMMY_INSTANCES', 'PIEFED_INSTANCES'] as const
  const lists = names.map((name) => read(name) ?? [])
  const placed = new Map<string, string>()
  for (const [at, name] of names.entries()) {
    for (const { host } of (lists[at] ?? []).map((address) => new URL(address))) {
      const other = placed.get(host) ?? name
      if (other !== name)
        throw new ConfigError(`${host} is in ${other} and in ${name}; it can be only one of them.`)
      placed.set(host, name)
    }
  }
  const [discourse = [], lemmy = [], piefed = []] = lists
  return { discourse, lemmy, piefed }
}

export type SourcesConfig = ReturnType<typeof readSources>
export type RedditConfig = NonNullable<SourcesConfig['reddit']>
export type ArcticShiftConfig = NonNullable<SourcesConfig['arcticShift']>

/** Null if this source is not used. Lists are added to the sources in the database at startup. */
export function readSources(read: Read) {
  const hackerNews = {
    // Null if the variable is not set: Hacker News is then on in a new installation.
    wanted: read('HACKER_NEWS'),
    searchUrl: readAddress(read, 'HACKER_NEWS_SEARCH_URL'),
    itemsUrl: readAddress(read, 'HACKER_NEWS_ITEMS_URL'),
  }
  const communities = read('ARCTIC_SHIFT_COMMUNITIES')
  const arcticShiftUrl = readAddress(read, 'ARCTIC_SHIFT_URL')
  return {
    reddit: readReddit(read),
    hackerNews,
    stackExchange: { apiUrl: readAddress(read, 'STACK_EXCHANGE_URL'), key: read('STACK_EXCHANGE_KEY') },
    github: { apiUrl: readAddress(read, 'GITHUB_ISSUES_URL'), token: read('GITHUB_ISSUES_TOKEN') },
    arcticShift: communities && { communities, url: arcticShiftUrl },
    feeds: read('FEEDS') ?? [],
    ...readPlaces(read),
    privateHosts: read('PRIVATE_HOSTS') ?? [],
    timeLimitMs: read('SOURCE_TIME_LIMIT_MS') ?? 5000,
  }
}
