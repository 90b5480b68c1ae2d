import { setImmediate as nextTurn } from 'node:timers/promises'
import { byIdOf, writeList } from './build-segment.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { comparePlaces, type Place } from './compare-places.ts'
import type { Segment } from './open-segment.ts'
import {
  type Community,
  type PostColumns,
  type SegmentParts,
  signalBit,
  type TermColumns,
} from './segment-format.ts'
import { createSegment, type SegmentFile } from './write-segment.ts'

const nowhere = 0xffffffff

/** The remaining posts, best first: `from` has the segment of each post, `places` its position there. */
function mergeOrder(segments: readonly Segment[]) {
  const next = segments.map(() => 0)
  const skipGone = (at: number) => {
    const { isGone } = segments[at] as Segment
    while (isGone[next[at] as number] === 1) (next[at] as number) += 1
  }
  segments.forEach((_, at) => {
    skipGone(at)
  })
  const total = segments.reduce(
    (sum, { isGone }) => sum + isGone.reduce((left, gone) => left + (gone === 1 ? 0 : 1), 0),
    0,
  )
  const from = new Uint8Array(total)
  const places = new Uint32Array(total)
  for (let place = 0; place < total; place += 1) {
    let best = -1
    let bestPlace: Place | null = null
    for (const [at, segment] of segments.entries()) {
      const post = next[at] as number
      if (post >= segment.posts.ids.length) continue
      if (bestPlace !== null && comparePlaces({ segment, post }, bestPlace) > 0) continue
      best = at
      bestPlace = { segment, post }
    }
    from[place] = best
    places[place] = next[best] as number
    next[best] = (next[best] as number) + 1
    skipGone(best)
  }
  return { from, places }
}

/** All lexemes, sorted by hash. `numbers` maps each segment's lexemes to positions in that list. */
function mergeTerms(segments: readonly Segment[]) {
  const next = segments.map(() => 0)
  const most = segments.reduce((sum, { terms }) => sum + terms.high.length, 0)
  const high = new Uint32Array(most)
  const low = new Uint32Array(most)
  const numbers = segments.map(({ terms }) => new Uint32Array(terms.high.length))
  let count = 0
  for (;;) {
    let [leastHigh, leastLow] = [Number.POSITIVE_INFINITY, 0]
    for (const [at, { terms }] of segments.entries()) {
      const place = next[at] as number
      if (place >= terms.high.length) continue
      const [ownHigh, ownLow] = [terms.high[place] as number, terms.low[place] as number]
      if (ownHigh < leastHigh || (ownHigh === leastHigh && ownLow < leastLow)) {
        leastHigh = ownHigh
        leastLow = ownLow
      }
    }
    if (leastHigh === Number.POSITIVE_INFINITY) break
    for (const [at, { terms }] of segments.entries()) {
      const place = next[at] as number
      if (terms.high[place] !== leastHigh || terms.low[place] !== leastLow) continue
      ;(numbers[at] as Uint32Array)[place] = count
      next[at] = place + 1
    }
    high[count] = leastHigh
    low[count] = leastLow
    count += 1
  }
  return { high, low, count, numbers }
}

type Order = ReturnType<typeof mergeOrder>

/** The new positions of the posts of each segment. */
function placesOf(segments: readonly Segment[], { from, places }: Order): Uint32Array[] {
  const moved = segments.map(({ posts }) => new Uint32Array(posts.ids.length).fill(nowhere))
  for (let place = 0; place < from.length; place += 1)
    (moved[from[place] as number] as Uint32Array)[places[place] as number] = place
  return moved
}

/** Merges the columns in which only the order changes. */
function mergePosts(segments: readonly Segment[], { from, places }: Order) {
  const communities = new Map<string, Community & { at: number }>()
  const own = segments.map((segment) =>
    segment.communities.map((community) => {
      const key = `${community.source} ${community.name}`
      const known = communities.get(key) ?? { ...community, at: communities.size }
      communities.set(key, known)
      return known.at
    }),
  )
  const count = from.length
  const columns: PostColumns = {
    ids: new Float64Array(count),
    createdAt: new Float64Array(count),
    records: new Uint32Array(count + 1),
    communities: new Uint32Array(count),
    sizes: new Uint16Array(count),
    scores: new Uint8Array(count),
    flags: new Uint8Array(count),
    byId: new Uint32Array(0),
    signals: new Uint32Array(count),
  }
  const signals: string[] = []
  const bits = segments.map((segment) => segment.signals.map((name) => signalBit(signals, name)))
  for (let place = 0; place < count; place += 1) {
    const { posts } = segments[from[place] as number] as Segment
    const post = places[place] as number
    for (const name of ['ids', 'createdAt', 'sizes', 'scores', 'flags'] as const)
      columns[name][place] = posts[name][post] as number
    columns.signals[place] = (bits[from[place] as number] ?? []).reduce(
      (sum, bit, at) => ((posts.signals[post] as number) & (1 << at) ? sum | bit : sum),
      0,
    )
    columns.communities[place] = own[from[place] as number]?.[posts.communities[post] as number] as number
  }
  columns.byId = byIdOf(columns.ids)
  return {
    columns,
    signals,
    communities: [...communities.values()].map(({ source, name, lower }) => ({ source, name, lower })),
  }
}

/** The thread checks for messages after this many lexemes or posts. */
const turnEvery = 5_000

/**
 * Writes the posting list of each lexeme that a remaining post contains. Returns the new number of each
 * lexeme.
 */
async function mergeLists(
  segments: readonly Segment[],
  { high, low, count, numbers }: ReturnType<typeof mergeTerms>,
  { moved, file }: { moved: readonly Uint32Array[]; file: SegmentFile },
) {
  const terms: TermColumns = {
    high: new Uint32Array(count),
    low: new Uint32Array(count),
    lists: new Uint32Array(count + 1),
    posts: new Uint32Array(count),
  }
  const next = segments.map(() => 0)
  const kept = new Uint32Array(count).fill(nowhere)
  let scratch = new Uint32Array(1024)
  let term = 0
  for (let at = 0; at < count; at += 1) {
    let length = 0
    for (const [which, segment] of segments.entries()) {
      const own = next[which] as number
      if (numbers[which]?.[own] !== at || own >= segment.terms.high.length) continue
      next[which] = own + 1
      const posts = segment.listPosts(own)
      if (length + posts.length > scratch.length) {
        const larger = new Uint32Array((length + posts.length) * 2)
        larger.set(scratch)
        scratch = larger
      }
      const places = moved[which] as Uint32Array
      for (const post of posts) {
        const place = places[post] as number
        if (place !== nowhere) scratch[length++] = place
      }
    }
    if (length === 0) continue
    const list = scratch.subarray(0, length).sort()
    terms.high[term] = high[at] as number
    terms.low[term] = low[at] as number
    terms.lists[term] = file.length()
    terms.posts[term] = length
    const writer = new ByteWriter(length * 3 + 16)
    writeList(writer, list)
    file.append(writer.written())
    kept[at] = term
    term += 1
    if (at % turnEvery === 0) await nextTurn()
  }
  terms.lists[term] = file.length()
  return {
    kept,
    terms: {
      high: terms.high.slice(0, term),
      low: terms.low.slice(0, term),
      lists: terms.lists.slice(0, term + 1),
      posts: terms.posts.slice(0, term),
    },
  }
}

/** Gives the lexemes of a record their new numbers, in the same order. */
function renumber(record: Uint8Array, numberOf: (term: number) => number, writer: ByteWriter): void {
  const reader = new ByteReader(record)
  let [term, before] = [0, 0]
  while (reader.at < record.length) {
    term += reader.varint()
    const number = numberOf(term)
    writer.varint(number - before)
    before = number
    const from = reader.at
    reader.skipVarints(reader.varint())
    writer.copy(record, from, reader.at)
  }
}

async function writeMerged(file: SegmentFile, segments: readonly Segment[], isWhole: boolean): Promise<void> {
  const order = mergeOrder(segments)
  const merged = mergeTerms(segments)
  const { kept, terms } = await mergeLists(segments, merged, { moved: placesOf(segments, order), file })
  const listBytes = file.length()
  const { columns, communities, signals } = mergePosts(segments, order)
  const writer = new ByteWriter()
  for (let place = 0; place < order.from.length; place += 1) {
    const which = order.from[place] as number
    columns.records[place] = file.length() - listBytes
    const numbers = merged.numbers[which] as Uint32Array
    writer.length = 0
    const record = (segments[which] as Segment).readRecord(order.places[place] as number)
    renumber(record, (term) => kept[numbers[term] as number] as number, writer)
    file.append(writer.written())
    if (place % turnEvery === 0) await nextTurn()
  }
  columns.records[order.from.length] = file.length() - listBytes
  const replaced = isWhole
    ? new Float64Array(0)
    : Float64Array.from(new Set(segments.flatMap(({ replaced }) => [...replaced])))
  file.finish({ posts: columns, terms, communities, signals, replaced } satisfies SegmentParts, listBytes)
}

/**
 * Writes one segment with the posts of these segments, without deleted posts. Segments are given oldest
 * first. `isWhole` means that there are no older segments, so no older posts have to be replaced.
 */
export async function mergeSegments(
  folder: string,
  segments: readonly Segment[],
  { name, isWhole }: { name: string; isWhole: boolean },
): Promise<void> {
  const file = createSegment(folder, name)
  try {
    await writeMerged(file, segments, isWhole)
  } catch (error) {
    file.abandon()
    throw error
  }
}
