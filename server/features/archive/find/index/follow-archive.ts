import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { SegmentBuilder } from './build-segment.ts'
import {
  type IndexManifest,
  indexFolder,
  manifestName,
  readManifest,
  writeManifest,
} from './index-generations.ts'
import type { ArchiveChanges, IndexedPostsStore } from './indexed-posts-store.ts'
import { segmentsToMerge } from './merge-rules.ts'
import { mergeSegments } from './merge-segments.ts'
import { openSegment, type Segment } from './open-segment.ts'
import { formatVersion } from './segment-format.ts'
import { writeSegment } from './write-segment.ts'

/**
 * The number of posts that are read at a time, and the number of posts in each segment when the whole archive
 * is read.
 */
const postsAtOnce = 1000
const postsOfSegment = 20_000
/** How often the position is stored even if nothing has changed. */
const keptEveryMs = 600_000

type Opened = { name: string; segment: Segment }

type WriterOptions = {
  postsPerSegment?: number
  /** The writer leaves larger changes, and building the index of a larger archive, to another one. */
  mostPosts?: number
}

/** Writes the index of one data folder. Only one process may write it at a time. */
export class IndexWriter {
  readonly #store: IndexedPostsStore
  readonly #folder: string
  readonly #postsPerSegment: number
  readonly #mostPosts: number
  #manifest: IndexManifest | null = null
  #opened: Opened[] = []
  /** The rows of the log that were read already, although they are after the stored position. */
  #done = new Set<string>()
  #keptAt = 0
  /** False if nothing has to be merged until the next change. */
  #mayMerge = true
  #isLeft = false

  constructor(store: IndexedPostsStore, dataDir: string, options: WriterOptions = {}) {
    this.#store = store
    this.#postsPerSegment = options.postsPerSegment ?? postsOfSegment
    this.#mostPosts = options.mostPosts ?? Number.POSITIVE_INFINITY
    this.#folder = indexFolder(dataDir)
  }

  /** Whether there are more posts to read than this writer may read. It then does nothing. */
  get isLeft(): boolean {
    return this.#isLeft
  }

  /** Opens the index. Builds the index if it is missing, damaged or made from another archive. */
  async open(signal: AbortSignal): Promise<void> {
    mkdirSync(this.#folder, { recursive: true })
    const manifest = readManifest(this.#folder)
    if (manifest !== null && (await this.#canContinue(manifest))) this.#manifest = manifest
    else await this.#build(signal)
    this.#removeStrangers()
  }

  async #canContinue(manifest: IndexManifest): Promise<boolean> {
    if (manifest.version !== formatVersion || manifest.database !== (await this.#store.findDatabase()))
      return false
    if (!(await this.#store.knowsSince(manifest.readAt, manifest.position))) return false
    try {
      for (const name of manifest.segments) await this.#openNext(name)
    } catch {
      return false
    }
    return this.#opened.every(({ segment }) => segment.isSound())
  }

  async #openNext(name: string): Promise<void> {
    const segment = await openSegment(join(this.#folder, name))
    for (const id of segment.replaced) this.#markGone(id)
    this.#opened.push({ name, segment })
  }

  /** Marks a post as deleted, and returns the segments that contained it. */
  #markGone(id: number): { at: Opened; post: number }[] {
    return this.#opened.flatMap((at) => {
      const post = at.segment.findPost(id)
      if (post === -1 || at.segment.isGone[post] === 1) return []
      at.segment.isGone[post] = 1
      return [{ at, post }]
    })
  }

  async #closeAll(): Promise<void> {
    for (const { segment } of this.#opened) await segment.close()
    this.#opened = []
  }

  /** Reads the whole archive. The log contains the changes that happen during that time. */
  async #build(signal: AbortSignal): Promise<void> {
    await this.#closeAll()
    this.#manifest = null
    this.#done.clear()
    this.#removeStrangers()
    this.#isLeft = (await this.#store.countPosts()) > this.#mostPosts
    if (this.#isLeft) return
    const database = await this.#store.findDatabase()
    const { position, readAt, rows } = await this.#store.listChanges('0')
    for (const { id } of rows) this.#done.add(id)
    const manifest = {
      version: formatVersion,
      database,
      segments: [],
      sequence: Date.now(),
      position,
      readAt,
    }
    let builder = new SegmentBuilder()
    let posts = await this.#store.listAfter(0, postsAtOnce)
    while (posts.length > 0) {
      // The database reads the next posts while the index adds these.
      const next = this.#store.listAfter(posts.at(-1)?.id ?? 0, postsAtOnce)
      next.catch(() => {})
      signal.throwIfAborted()
      for (const post of posts) builder.add(post)
      posts = await next
      if (builder.length < this.#postsPerSegment && posts.length > 0) continue
      await this.#add(builder, [])
      builder = new SegmentBuilder()
    }
    while (await this.#merge(signal));
    this.#manifest = manifest
    this.#keep(position, readAt)
  }

  /** Applies the changes since the last call. Returns whether there were any changes. */
  async follow(signal: AbortSignal): Promise<boolean> {
    const manifest = this.#manifest
    if (manifest === null) return false
    const changes = await this.#store.listChanges(manifest.position)
    const fresh = changes.rows.filter(({ id }) => !this.#done.has(id))
    const ids = [...new Set(fresh.flatMap(({ postIds }) => postIds ?? []))]
    this.#isLeft = ids.length > this.#mostPosts
    if (this.#isLeft) return false
    this.#noteDone(changes)
    if (fresh.some(({ postIds }) => postIds === null)) {
      rmSync(join(this.#folder, manifestName), { force: true })
      await this.#build(signal)
      return true
    }
    for (let at = 0; at < ids.length; at += postsOfSegment)
      await this.#replace(ids.slice(at, at + postsOfSegment))
    const { position, readAt } = changes
    // The manifest is written before merging, which may take long, so that the posts can be found at once.
    if (ids.length > 0 || Date.now() - this.#keptAt > keptEveryMs) this.#keep(position, readAt)
    else this.#manifest = { ...manifest, position, readAt }
    this.#mayMerge = (ids.length > 0 || this.#mayMerge) && (await this.#merge(signal))
    if (this.#mayMerge) this.#keep(position, readAt)
    return ids.length > 0 || this.#mayMerge
  }

  #noteDone({ rows, position }: ArchiveChanges): void {
    const isSettled = position === this.#manifest?.position
    this.#done = new Set([...(isSettled ? this.#done : []), ...rows.map(({ id }) => id)])
  }

  /** Adds the current versions of these posts. Posts that are missing in the archive were deleted. */
  async #replace(ids: readonly number[]): Promise<void> {
    const builder = new SegmentBuilder()
    for (let at = 0; at < ids.length; at += postsAtOnce)
      for (const post of await this.#store.listThese(ids.slice(at, at + postsAtOnce))) builder.add(post)
    const kept = new Set(builder.ids())
    const replaced: number[] = []
    for (const id of ids) {
      const places = this.#markGone(id)
      if (places.length > 0) replaced.push(id)
      if (!kept.has(id)) for (const { at, post } of places) this.#erase(at, post)
    }
    if (builder.length > 0 || replaced.length > 0) await this.#add(builder, replaced)
  }

  /**
   * Overwrites the words of a deleted post at once. The next merge removes its entries from posting lists.
   */
  #erase({ name, segment }: Opened, post: number): void {
    const from = segment.posts.records[post] as number
    const length = (segment.posts.records[post + 1] as number) - from
    const file = openSync(join(this.#folder, name), 'r+')
    try {
      writeSync(file, new Uint8Array(length), 0, length, segment.recordsAt + from)
    } finally {
      closeSync(file)
    }
  }

  async #add(builder: SegmentBuilder, replaced: readonly number[]): Promise<void> {
    const name = this.#newName()
    writeSegment(this.#folder, name, builder.finish(Float64Array.from(replaced)))
    const segment = await openSegment(join(this.#folder, name))
    this.#opened.push({ name, segment })
  }

  #newName(): string {
    return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}.segment`
  }

  /** Merges the newest segments into one if there are too many. Returns whether segments were merged. */
  async #merge(signal: AbortSignal): Promise<boolean> {
    const sizes = this.#opened.map(({ segment }) => ({
      posts: segment.posts.ids.length,
      gone: segment.isGone.reduce((sum, gone) => sum + gone, 0),
      bytes: segment.endsAt,
    }))
    const range = segmentsToMerge(sizes)
    if (range === null) return false
    signal.throwIfAborted()
    const merging = this.#opened.slice(range.from, range.end)
    const name = this.#newName()
    await mergeSegments(
      this.#folder,
      merging.map(({ segment }) => segment),
      { name, isWhole: range.from === 0 },
    )
    const segment = await openSegment(join(this.#folder, name))
    this.#opened.splice(range.from, merging.length, { name, segment })
    for (const { segment: old } of merging) await old.close()
    return true
  }

  #keep(position: string, readAt: string): void {
    if (this.#manifest === null) return
    const segments = this.#opened.map(({ name }) => name)
    this.#manifest = { ...this.#manifest, segments, position, readAt, sequence: this.#manifest.sequence + 1 }
    writeManifest(this.#folder, this.#manifest)
    this.#keptAt = Date.now()
    this.#removeStrangers()
  }

  /** Removes files that no manifest names. A reader can still read files that it has open. */
  #removeStrangers(): void {
    const known = new Set([manifestName, ...this.#opened.map(({ name }) => name)])
    for (const name of readdirSync(this.#folder))
      if (!known.has(name)) rmSync(join(this.#folder, name), { force: true })
  }

  close(): Promise<void> {
    return this.#closeAll()
  }
}
