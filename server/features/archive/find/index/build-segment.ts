import { ByteWriter } from './byte-writer.ts'
import { hashBytes, hashed } from './lexeme-hash.ts'
import { blockPosts, type Community, flags, type SegmentParts, signalBit } from './segment-format.ts'
import { NumberList, TermTable } from './term-table.ts'

/** A post as it is read from the archive for the index. */
export type IndexedPost = {
  id: number
  createdMs: number
  source: string
  community: string
  /** The community in lower case as the database converts it. */
  lower: string
  score: number
  signals: readonly string[]
  sample: boolean
  isOneOff: boolean
  asksNothing: boolean
  knowsForms: boolean
  /** The post's search vector in PostgreSQL's binary format. */
  words: Uint8Array
}

type PostFacts = Omit<IndexedPost, 'words'>

export type BuiltSegment = SegmentParts & { lists: Uint8Array; records: Uint8Array }

/** Indexed by the two highest bits of a position: A and B are for the title, B and C for sign words. */
const titleWeights = [false, false, true, true]
const signWeights = [false, true, true, false]

/** Writes a posting list, which is ascending, as bytes. */
export function writeList(writer: ByteWriter, posts: Uint32Array): void {
  if (posts.length <= blockPosts) {
    let before = 0
    for (const post of posts) {
      writer.varint(post - before)
      before = post
    }
    return
  }
  const blocks = Math.ceil(posts.length / blockPosts)
  const body = new ByteWriter(posts.length * 2)
  for (let block = 0; block < blocks; block += 1) {
    const first = block * blockPosts
    let before = posts[first] as number
    writer.uint32(before)
    writer.uint32(blocks * 8 + body.length)
    const end = Math.min(posts.length, first + blockPosts)
    for (let at = first + 1; at < end; at += 1) {
      body.varint((posts[at] as number) - before)
      before = posts[at] as number
    }
  }
  writer.copy(body.bytes, 0, body.length)
}

/** Sorts best first, as in the score bands of the archive. Among equal posts, the older id comes first. */
const compareBest = (
  a: { score: number; createdMs: number; id: number },
  b: { score: number; createdMs: number; id: number },
) => b.score - a.score || b.createdMs - a.createdMs || a.id - b.id

/** Collects posts and builds a segment from them. */
export class SegmentBuilder {
  readonly #posts: PostFacts[] = []
  readonly #terms = new TermTable()
  /** The lexemes of all posts, and where the positions of each lexeme begin. */
  readonly #held = new NumberList()
  readonly #placesAt = new NumberList()
  readonly #heldFrom = new NumberList()
  readonly #sizes = new NumberList()
  readonly #places = new ByteWriter(1 << 20)
  readonly #communities = new Map<string, Community & { at: number }>()

  get length(): number {
    return this.#posts.length
  }

  ids(): number[] {
    return this.#posts.map(({ id }) => id)
  }

  add({ words, ...post }: IndexedPost): void {
    this.#posts.push(post)
    this.#heldFrom.push(this.#held.length)
    const view = new DataView(words.buffer, words.byteOffset, words.byteLength)
    const lexemes = view.getInt32(0)
    let size = lexemes
    let at = 4
    for (let lexeme = 0; lexeme < lexemes; lexeme += 1) {
      const end = words.indexOf(0, at)
      hashBytes(words, at, end)
      this.#held.push(this.#terms.numberOf(hashed.high, hashed.low))
      this.#placesAt.push(this.#places.length)
      const places = view.getUint16(end + 1)
      at = end + 3
      if (this.#addPlaces(view, at, places)) size -= 1
      at += places * 2
    }
    this.#sizes.push(Math.min(size, 0xffff))
  }

  /** Adds positions, and returns whether they belong to a sign word. */
  #addPlaces(view: DataView, from: number, count: number): boolean {
    this.#places.varint(count)
    let before = 0
    let isSign = false
    for (let place = 0; place < count; place += 1) {
      const packed = view.getUint16(from + place * 2)
      const weight = packed >>> 14
      const position = packed & 0x3fff
      if (signWeights[weight]) isSign = true
      this.#places.varint(((position - before) << 1) | (titleWeights[weight] ? 1 : 0))
      before = position
    }
    return isSign
  }

  #communityOf({ source, community, lower }: PostFacts): number {
    const key = `${source} ${community}`
    const known = this.#communities.get(key)
    if (known !== undefined) return known.at
    const at = this.#communities.size
    this.#communities.set(key, { source, name: community, lower, at })
    return at
  }

  finish(replaced: Float64Array<ArrayBuffer>): BuiltSegment {
    const order = Uint32Array.from(this.#posts, (_, at) => at).sort((a, b) =>
      compareBest(this.#posts[a] as PostFacts, this.#posts[b] as PostFacts),
    )
    const { terms, renumbered } = this.#sortTerms()
    const { records, recordsAt } = this.#writeRecords(order, renumbered)
    const lists = this.#writeLists(order, renumbered, terms)
    const inOrder = <T extends { [at: number]: number }>(column: T, of: (post: number) => number): T => {
      for (const [place, post] of order.entries()) column[place] = of(post)
      return column
    }
    const post = (at: number) => this.#posts[at] as PostFacts
    const count = order.length
    const signals: string[] = []
    const bitsOf = (names: readonly string[]) =>
      names.reduce((bits, name) => bits | signalBit(signals, name), 0)
    const ids = inOrder(new Float64Array(count), (at) => post(at).id)
    return {
      posts: {
        ids,
        byId: byIdOf(ids),
        createdAt: inOrder(new Float64Array(count), (at) => post(at).createdMs),
        records: recordsAt,
        communities: inOrder(new Uint32Array(count), (at) => this.#communityOf(post(at))),
        sizes: inOrder(new Uint16Array(count), (at) => this.#sizes.numbers[at] as number),
        scores: inOrder(new Uint8Array(count), (at) => post(at).score),
        signals: inOrder(new Uint32Array(count), (at) => bitsOf(post(at).signals)),
        flags: inOrder(new Uint8Array(count), (at) => flagsOf(post(at))),
      },
      terms,
      communities: [...this.#communities.values()].map(({ source, name, lower }) => ({
        source,
        name,
        lower,
      })),
      signals,
      replaced,
      lists,
      records,
    }
  }

  /** Sorts the lexemes by hash, and returns the new number of each. Their lists are still empty. */
  #sortTerms() {
    const count = this.#terms.high.length
    const [high, low] = [this.#terms.high.numbers, this.#terms.low.numbers]
    const order = Uint32Array.from({ length: count }, (_, at) => at).sort(
      (a, b) => (high[a] as number) - (high[b] as number) || (low[a] as number) - (low[b] as number),
    )
    const renumbered = new Uint32Array(count)
    const terms = {
      high: new Uint32Array(count),
      low: new Uint32Array(count),
      lists: new Uint32Array(count + 1),
      posts: new Uint32Array(count),
    }
    for (const [at, term] of order.entries()) {
      renumbered[term] = at
      terms.high[at] = high[term] as number
      terms.low[at] = low[term] as number
    }
    return { terms, renumbered }
  }

  #writeRecords(order: Uint32Array, renumbered: Uint32Array) {
    const writer = new ByteWriter(this.#places.length + this.#held.length * 2 + 64)
    const recordsAt = new Uint32Array(order.length + 1)
    for (const [place, post] of order.entries()) {
      recordsAt[place] = writer.length
      const [from, end] = this.#rangeOf(post)
      // The upper half of each double is a lexeme, and the lower half is the entry of that lexeme.
      const held = Float64Array.from(
        { length: end - from },
        (_, at) => (renumbered[this.#held.numbers[from + at] as number] as number) * 2 ** 26 + at,
      ).sort()
      let before = 0
      for (const packed of held) {
        const term = Math.floor(packed / 2 ** 26)
        const entry = from + (packed % 2 ** 26)
        writer.varint(term - before)
        before = term
        const next = entry + 1 < this.#held.length ? this.#placesAt.numbers[entry + 1] : this.#places.length
        writer.copy(this.#places.bytes, this.#placesAt.numbers[entry] as number, next as number)
      }
    }
    recordsAt[order.length] = writer.length
    return { records: writer.written(), recordsAt }
  }

  #rangeOf(post: number): [from: number, end: number] {
    const from = this.#heldFrom.numbers[post] as number
    const end =
      post + 1 < this.#posts.length ? (this.#heldFrom.numbers[post + 1] as number) : this.#held.length
    return [from, end]
  }

  /** Counts the posts of each lexeme, then adds them to its list in ascending order. */
  #writeLists(order: Uint32Array, renumbered: Uint32Array, terms: SegmentParts['terms']): Uint8Array {
    for (let at = 0; at < this.#held.length; at += 1)
      (terms.posts[renumbered[this.#held.numbers[at] as number] as number] as number) += 1
    const ends = new Uint32Array(terms.posts.length + 1)
    for (const [at, posts] of terms.posts.entries()) ends[at + 1] = (ends[at] as number) + posts
    const next = ends.slice()
    const all = new Uint32Array(this.#held.length)
    for (const [place, post] of order.entries()) {
      const [from, end] = this.#rangeOf(post)
      for (let at = from; at < end; at += 1) {
        const term = renumbered[this.#held.numbers[at] as number] as number
        all[next[term] as number] = place
        next[term] = (next[term] as number) + 1
      }
    }
    const writer = new ByteWriter(this.#held.length * 2 + 64)
    for (let term = 0; term < terms.posts.length; term += 1) {
      terms.lists[term] = writer.length
      writeList(writer, all.subarray(ends[term], ends[term + 1]))
    }
    terms.lists[terms.posts.length] = writer.length
    return writer.written()
  }
}

export const byIdOf = (ids: Float64Array) =>
  Uint32Array.from(ids, (_, at) => at).sort((a, b) => (ids[a] as number) - (ids[b] as number))

const flagsOf = ({ sample, isOneOff, asksNothing, knowsForms }: PostFacts) =>
  (sample ? flags.sample : 0) +
  (isOneOff ? flags.oneOff : 0) +
  (asksNothing ? flags.asksNothing : 0) +
  (knowsForms ? flags.knowsForms : 0)
