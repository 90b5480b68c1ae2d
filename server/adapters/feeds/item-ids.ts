import { createHash } from 'node:crypto'
import { findLink, isAbsolute, isNothing } from './feed-addresses.ts'
import type { FeedItem, ReadFeed } from './read-feed.ts'

const hash = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22)

/** A URL without the parts that do not change its target. */
const placeOf = (address: string | undefined) => URL.parse(address ?? '')?.href.replace(/\/$/u, '')

/** The values by which an item may be identified within its feed, the most reliable first. */
function keysOf(item: FeedItem, isPlace: (address: string) => boolean): (string | null)[] {
  const { id, links, written, date, text } = item
  const named = id === undefined || isNothing(id) || isPlace(id) ? null : id
  const link = links.map(findLink).find((one) => one !== null && isAbsolute(one) && !isPlace(one)) ?? null
  const words = written === undefined && date === undefined ? null : `${written}\n${date}`
  return [named, link, words, JSON.stringify([written, date, text, id, links])]
}

export type ItemIds = {
  /** One id for each item; null for a duplicate. */
  ids: (string | null)[]
  /** The indices of items whose id in the feed is a placeholder, or is also the id of another item. */
  withoutOwnId: ReadonlySet<number>
}

/**
 * Generates our own ids, because ids in feeds can be anything. An item whose id is a URL gets the same id in
 * every feed. Placeholders, and ids that several items have, are ignored.
 */
export function identifyItems({ items, base }: Pick<ReadFeed, 'items' | 'base'>, feed: string): ItemIds {
  const places = new Set([placeOf(base), placeOf(feed)].filter((place) => place !== undefined))
  const isPlace = (address: string) => places.has(placeOf(address) ?? '')
  const all = items.map((item) => keysOf(item, isPlace))
  const times = new Map<string, number>()
  const copies = new Set<number>()
  const seen = new Set<string>()
  for (const [at, keys] of all.entries()) {
    const whole = keys.at(-1) ?? ''
    if (seen.has(whole)) {
      copies.add(at)
      continue
    }
    seen.add(whole)
    for (const [kind, key] of keys.entries())
      times.set(`${kind} ${key}`, (times.get(`${kind} ${key}`) ?? 0) + 1)
  }
  const used = new Set<string>()
  const withoutOwnId = new Set<number>()
  const ids = all.map((keys, at) => {
    if (copies.has(at)) return null
    const own = keys.flatMap((key, kind) => {
      if (key === null || times.get(`${kind} ${key}`) !== 1) return []
      return [{ kind, id: hash(kind < 2 && isAbsolute(key) ? key : `${feed}\n${key}`) }]
    })
    const chosen = own.find(({ id }) => !used.has(id))
    if (chosen === undefined) return null
    if (chosen.kind > 0 && items[at]?.id !== undefined) withoutOwnId.add(at)
    used.add(chosen.id)
    return chosen.id
  })
  return { ids, withoutOwnId }
}
