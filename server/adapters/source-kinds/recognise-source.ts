import * as z from 'zod/mini'
import { type RecogniseSource, SourceError, type SourceIdentity } from '#server/source-ports.ts'
import { readCategories } from '../discourse/discourse-client.ts'
import { listForums } from '../discourse/discourse-source.ts'
import { decodeFeed } from '../feeds/decode-feed.ts'
import { feedSource } from '../feeds/feed-posts.ts'
import { AddressRefused } from '../guarded-fetch/allowed-address.ts'
import { plainTitle, shortName } from '../html-text/html-to-text.ts'
import { isWebPage, readPageHead } from '../html-text/page-head.ts'
import { parseJson } from '../json-value.ts'
import { instanceAt } from '../lemmy/lemmy-source.ts'
import { readBytes } from '../source-calls/read-reply.ts'
import { type Deadline, deadlineIn, type SourceClock } from '../source-calls/source-clock.ts'
import { SourceBusy } from '../source-calls/source-failure.ts'
import type { SourceHttpClient } from '../source-calls/source-http-client.ts'
import { findKnownSite } from './known-sites.ts'

type Recognise = {
  /** Opens a new client for each host, so that failures of one host do not affect another. */
  openClient: (address: string) => SourceHttpClient
  sourceClock: SourceClock
  /** Parses a feed in a worker. Throws a `SourceError` if the text is not a feed. */
  readTitle: (text: string) => Promise<{ title: string }>
}

/** Our own rate limit for new addresses was reached. */
export class LooksSpent extends SourceBusy {}

/** Web pages, and the media types of feeds. */
export const recognisedTypes = /^(?:(?:application|text)\/(?:[\w.-]+\+)?(?:xml|json|rss|atom|html|plain))$/u

const lookMs = 20_000

type Probe = Pick<Recognise, 'readTitle'> & {
  clientOf: (url: URL) => SourceHttpClient
  deadline: Deadline
}

/** Keeps one client for each requested host. */
function clientsByHost(openClient: Recognise['openClient']): Probe['clientOf'] {
  const clients = new Map<string, SourceHttpClient>()
  return ({ host, href }) => {
    const client = clients.get(host) ?? openClient(href)
    clients.set(host, client)
    return client
  }
}

const readText = async (response: Response) =>
  decodeFeed(await readBytes(response), response.headers.get('content-type') ?? '')

/** If a host asks us to wait, the error names this host, which may differ from the one that was entered. */
async function ask({ clientOf, deadline }: Probe, url: string): Promise<string> {
  const at = new URL(url)
  const request = { url, headers: { accept: '*/*' }, readGood: readText }
  try {
    return (await clientOf(at).ask(request, deadline)) as string
  } catch (error) {
    if (!(error instanceof SourceBusy) || error instanceof LooksSpent) throw error
    const { message, waitMs, theirs } = error
    throw new SourceBusy(`could not be loaded: ${at.host} ${message}`, waitMs, theirs)
  }
}

/** Null if there is no response, or a response of another kind. */
async function tryRead<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SourceError) return null
    throw error
  }
}

const findJson = (probe: Probe, url: string) => tryRead(async () => parseJson(await ask(probe, url)))

function feedIdentity(url: URL, { title }: { title: string }): SourceIdentity {
  const identity = { kind: 'feed' as const, name: feedSource, address: url.href, communities: [] }
  return { ...identity, title: shortName(title, url.hostname) }
}

async function feedAt({ readTitle }: Probe, url: URL, text: string): Promise<SourceIdentity | null> {
  const feed = await tryRead(() => readTitle(text))
  return feed && feedIdentity(url, feed)
}

const siteName = (page: string | null) => plainTitle((page && readPageHead(page).name) ?? '')

async function forumAt(probe: Probe, url: URL, page: string | null): Promise<SourceIdentity | null> {
  const [forum] = listForums([url.href])
  if (forum === undefined) return null
  const answer = await findJson(probe, `${forum.address}/site.json`)
  if ((await tryRead(() => readCategories(answer))) === null) return null
  return { ...forum, title: shortName(siteName(page), forum.name) }
}

const lemmySite = z.object({ site_view: z.object({ site: z.object({ name: z.string() }) }) })
const piefedSite = z.object({ version: z.string(), site: z.object({ name: z.string() }) })

async function instanceOf(probe: Probe, url: URL, kind: 'lemmy' | 'piefed'): Promise<SourceIdentity | null> {
  const instance = instanceAt(url.href, kind)
  const answer = await findJson(probe, `${instance.apiUrl}/site`)
  const name =
    kind === 'lemmy'
      ? lemmySite.safeParse(answer).data?.site_view.site.name
      : piefedSite.safeParse(answer).data?.site.name
  if (name === undefined) return null
  const community = /^\/c\/([\w.@-]{2,120})/u.exec(url.pathname)?.[1]
  return {
    kind,
    name: instance.name,
    address: instance.url,
    title: shortName(plainTitle(name), instance.name),
    communities: community === undefined ? [] : [community],
  }
}

/** Only this many feeds of a page are tried. */
const mostTried = 3

/** The first readable feed of a page. If there is none, throws the error of the first feed. */
async function linkedFeed(probe: Probe, url: URL, page: string): Promise<SourceIdentity | null> {
  const { feeds, base } = readPageHead(page)
  const addresses = feeds.flatMap((href) => URL.parse(href, URL.parse(base ?? '', url.href)?.href) ?? [])
  let failure: SourceError | null = null
  for (const address of addresses.slice(0, mostTried)) {
    try {
      return feedIdentity(address, await probe.readTitle(await ask(probe, address.href)))
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      failure ??= new SourceError(
        `is a web page; the feed that it links to, ${address.href}, ${error.message}`,
        {
          cause: error,
        },
      )
    }
  }
  if (failure !== null) throw failure
  return null
}

const webPage = 'is a web page, not a feed: it '
const unknown =
  'is neither a feed (RSS, Atom, JSON Feed) nor a Discourse forum, an instance of Lemmy or PieFed, a site of ' +
  'Stack Exchange, a repository of GitHub or Hacker News, and links to no feed; enter the address of its feed'

/** Adds a scheme if there is none. The scheme `feed:`, which feed readers use, is replaced. */
function readTyped(typed: string): URL {
  const text = typed.replace(/^feed:(?:\/\/)?(?=https?:\/\/)/iu, '').replace(/^feed:(?:\/\/)?/iu, 'http://')
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d{1,5}(?:[/?#]|$))/iu.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https' && !scheme.includes('.'))
    throw new SourceError(`begins with ${scheme}:, not http:// or https://`)
  const url = URL.parse(/^https?:/iu.test(text) ? text : `https://${text}`)
  if (url === null) throw new SourceError('is not valid; write it like https://forum.example.com')
  url.hash = ''
  return url
}

/**
 * Identifies the source at a URL by its host, by its content, or by a path that only one kind of source
 * answers.
 */
export function sourceRecogniser({ openClient, sourceClock, readTitle }: Recognise): RecogniseSource {
  return async (typed) => {
    const url = readTyped(typed)
    const known = findKnownSite(url)
    if (known !== null) return known
    const deadline = deadlineIn(lookMs, sourceClock)
    const probe = { clientOf: clientsByHost(openClient), deadline, readTitle }
    let failure: SourceError | null = null
    const page = await ask(probe, url.href).catch((error: unknown) => {
      if (!(error instanceof SourceError) || error instanceof AddressRefused) throw error
      failure = error
      return null
    })
    const feed = page === null ? null : await feedAt(probe, url, page)
    if (feed) return feed
    const [forum, lemmy, piefed] = await Promise.all([
      forumAt(probe, url, page),
      instanceOf(probe, url, 'lemmy'),
      instanceOf(probe, url, 'piefed'),
    ])
    const found = forum ?? lemmy ?? piefed ?? (page === null ? null : await linkedFeed(probe, url, page))
    if (found) return found
    throw failure ?? new SourceError(page !== null && isWebPage(page) ? `${webPage}${unknown}` : unknown)
  }
}
