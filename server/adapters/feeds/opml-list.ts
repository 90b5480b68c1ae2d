import type { Opml } from 'feedsmith'
import { cutText } from '#contract/cut-text.ts'
import { SourceError } from '#server/source-ports.ts'
import { shortTitle } from '../html-text/html-to-text.ts'
import { findKnownSite } from '../source-kinds/known-sites.ts'
import { requireBoundedXml } from './bounded-xml.ts'
import { withoutDoctype } from './decode-feed.ts'
import { feedFormats } from './feed-formats.ts'

type ListedFeed = { title: string; address: string }

const longestAddress = 500
/** The maximum nesting of folders. */
const deepest = 20

type Outline = Opml.Outline<string>

/**
 * Yields all outlines with the name of the innermost folder, including outlines that are marked as comments.
 * The mark also applies to all outlines below.
 */
function* outlinesOf(
  outlines: readonly Outline[] = [],
  above = { depth: 0, isComment: false, folder: '' },
): Generator<{ outline: Outline; isComment: boolean; folder: string }> {
  for (const outline of outlines) {
    const isComment = above.isComment || outline.isComment === true
    yield { outline, isComment, folder: above.folder }
    const folder = (isOfFeed(outline) ? '' : (outline.title ?? outline.text ?? '').trim()) || above.folder
    if (above.depth < deepest)
      yield* outlinesOf(outline.outlines, { depth: above.depth + 1, isComment, folder })
  }
}

const isOfFeed = ({ xmlUrl, type }: Outline) =>
  xmlUrl !== undefined || /^(?:rss|atom|rdf|json|feed)/iu.test(type ?? '')

/** Feed readers write `feed://host/feed` or `feed:https://host/feed` for a URL with http or https. */
const withoutFeedScheme = (address: string) =>
  address.replace(/^feed:(?=https?:)/iu, '').replace(/^feed:(?=\/\/)/iu, 'http:')

/** The URL of a feed, which some lists write in the attribute for links; undefined for a folder. */
function addressIn(outline: Outline): string | undefined {
  const { xmlUrl, url, htmlUrl, outlines = [] } = outline
  if (isOfFeed(outline)) return xmlUrl ?? url ?? ''
  return outlines.length > 0 ? undefined : (url ?? htmlUrl ?? '')
}

function findWrong(address: string, url: URL | null): string | null {
  if (address === '') return 'has no address of a feed (xmlUrl)'
  if (address.length > longestAddress) return 'is too long'
  if (url === null || !/^https?:$/u.test(url.protocol)) return 'is no http or https address'
  if (url.username !== '' || url.password !== '') return 'has a user or a password in it'
  try {
    findKnownSite(url)
    return null
  } catch (error) {
    if (error instanceof SourceError) return error.message
    throw error
  }
}

/** The outlines in a list (OPML) that are not folders. Throws a `SourceError` if the list is not OPML. */
export function readFeedOutlines(text: string) {
  const xml = withoutDoctype(text)
  requireBoundedXml(xml)
  let outlines: readonly Outline[]
  try {
    outlines = feedFormats().parseOpml(xml).body?.outlines ?? []
  } catch (error) {
    throw new SourceError('is no list of feeds (OPML), or is broken', { cause: error })
  }
  return [...outlinesOf(outlines)].flatMap(({ outline, isComment, folder }) => {
    const written = addressIn(outline)?.trim()
    if (written === undefined) return []
    return [{ outline, isComment, folder, address: withoutFeedScheme(written), isFeed: isOfFeed(outline) }]
  })
}

/**
 * The feeds in a list (OPML) and in all folders of the list, without duplicates. Throws a `SourceError` if
 * the list is not OPML.
 */
export function readOpml(text: string) {
  const feeds = new Map<string, ListedFeed>()
  const refused: { address: string; reason: string }[] = []
  for (const { outline, isComment, address: written, isFeed } of readFeedOutlines(text)) {
    const { title, text: name } = outline
    const url = URL.parse(written)
    const isLink = !isFeed && written !== ''
    const reason = isComment
      ? 'is commented out in the list'
      : isLink
        ? 'is a link and not listed as a feed (xmlUrl)'
        : findWrong(written, url)
    if (reason !== null || url === null) {
      const shown = written || (title ?? name ?? 'An entry')
      refused.push({ address: cutText(shown, longestAddress), reason: reason ?? '' })
      continue
    }
    url.hash = ''
    const own = shortTitle(title ?? name, url.hostname)
    if (!feeds.has(url.href)) feeds.set(url.href, { title: own, address: url.href })
  }
  return { feeds: [...feeds.values()], refused }
}

export function writeOpml(feeds: readonly ListedFeed[]): string {
  return feedFormats().generateOpml({
    head: { title: 'Feeds of Unmet' },
    body: {
      outlines: feeds.map(({ title, address }) => ({ text: title, title, type: 'rss', xmlUrl: address })),
    },
  })
}
