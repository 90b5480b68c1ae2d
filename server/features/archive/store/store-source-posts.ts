import { findLengthReason } from '#contract/post-length.ts'
import { countCuts, cutNames } from '#contract/post-limits.ts'
import { storeByHalves } from '#server/database/store-by-halves.ts'
import { ArchiveWriteError } from '#server/errors.ts'
import type { ArchivedPost, Post } from '#server/source-ports.ts'
import { keyOf, type StorePosts, storePosts } from './store-posts.ts'

export type SourcePosts = StorePosts & {
  /** Called for each post that was not stored, with a sentence that gives the reason. */
  onSetAside: (sentence: string) => void
  /** Called with a sentence that says how many titles or names were truncated, and in which posts. */
  onCut?: (sentence: string) => void
}

const nameOf = ({ source, sourceId }: Post) => `Post ${sourceId} of ${source}`.toWellFormed()

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** The reason why a value is invalid. An invalid value would make the whole statement fail. */
function findOddReason(post: Post): string | null {
  const { source, sourceId, community, title, selftext, url, attribution } = post
  const texts = [source, sourceId, community, title, selftext, url ?? '', ...Object.values(attribution ?? {})]
  return texts.every((text) => text === null || isStorable(text))
    ? findLengthReason(post)
    : 'it has an incomplete character, or one that cannot be stored'
}

/** The posts of a source that can be stored, without duplicates and with truncated names. */
function storable(deps: SourcePosts, posts: readonly Post[]): Post[] {
  const once = new Map<string, Post>()
  const cuts = countCuts('post')
  for (const given of posts) {
    const reason = findOddReason(given)
    if (reason !== null) {
      deps.onSetAside(`${nameOf(given)} was skipped: ${reason}.`)
      continue
    }
    const { post, cut } = cutNames(given)
    cuts.add(post.sourceId.toWellFormed(), cut)
    once.set(keyOf(post), post)
  }
  for (const sentence of cuts.notes()) deps.onCut?.(sentence)
  return [...once.values()]
}

/**
 * The length of the texts that are hashed and written at a time, in a few milliseconds. Other work of the
 * process can run in between.
 */
const portionCharacters = 300_000

function* inPortions(posts: readonly Post[]): Generator<Post[]> {
  let portion: Post[] = []
  let characters = 0
  for (const post of posts) {
    portion.push(post)
    characters += post.title.length + post.selftext.length
    if (characters < portionCharacters) continue
    yield portion
    portion = []
    characters = 0
  }
  if (portion.length > 0) yield portion
}

async function storeSome(deps: SourcePosts, posts: readonly Post[]) {
  const total = { inserted: 0, updated: 0, unchanged: 0, removed: 0, purged: 0 }
  for (const portion of inPortions(posts))
    await storeByHalves(portion, {
      store: async (some) => {
        const stored = await storePosts(deps, some, { live: true })
        for (const what of ['inserted', 'updated', 'unchanged', 'removed', 'purged'] as const)
          total[what] += stored[what]
      },
      isRefusal: (error) => error instanceof ArchiveWriteError && error.code === 'bad_row',
      refuse: (post, error) => {
        const why = error instanceof Error ? error.message : String(error)
        deps.onSetAside(`${nameOf(post)} was skipped: the database rejected it (${why}).`)
      },
    })
  return total
}

/** Stores the posts of a live source. An invalid post does not affect the others. */
export async function storeFeedPosts(deps: SourcePosts, posts: readonly Post[]) {
  return storeSome(deps, storable(deps, posts))
}

type StoreFoundPosts = SourcePosts & { listPosts: (archiveIds: readonly number[]) => Promise<ArchivedPost[]> }

/** Stores posts as `storeFeedPosts` does, and returns each post in its stored form. */
export async function storeFoundPosts(
  deps: StoreFoundPosts,
  posts: readonly Post[],
): Promise<ArchivedPost[]> {
  const distinct = storable(deps, posts)
  await storeSome(deps, distinct)
  const stored = await deps.store.findStored(distinct)
  return deps.listPosts(stored.map((post) => post.archiveId))
}
