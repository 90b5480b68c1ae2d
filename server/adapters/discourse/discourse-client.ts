import * as z from 'zod/mini'
import type { Deadline, SourceClock } from '#server/adapters/source-calls/source-clock.ts'
import { type Post, SourceError, type SourceIdentity } from '#server/source-ports.ts'
import { htmlToText, plainTitle, titleText } from '../html-text/html-to-text.ts'
import { count, entries, flag, instantOf, parseAnswer, text } from '../source-calls/reply-fields.ts'
import { unlessRefused } from '../source-calls/source-failure.ts'
import type { SourceHttpClient } from '../source-calls/source-http-client.ts'

const id = z.int().check(z.gte(1))

/** An entry in a list of topics. The text of the topic is fetched separately. */
const listed = z.object({ id, pinned: flag, pinned_globally: flag, archetype: text })
const topicList = z.object({ topic_list: z.object({ topics: entries, more_topics_url: text }) })

const firstPost = z.object({
  cooked: z.string(),
  created_at: instantOf(/^\d{4}-\d\d-\d\dT/u),
  hidden: flag,
  user_deleted: flag,
  deleted_at: text,
  actions_summary: z.catch(z.array(z.object({ id: z.int(), count })), []),
})
const topic = z.object({
  id,
  title: z.string(),
  category_id: z.catch(z.nullish(z.int()), null),
  posts_count: count,
  vote_count: count,
  visible: flag,
  archetype: text,
  deleted_at: text,
  post_stream: z.object({ posts: entries }),
})

const found = z.object({
  posts: z.catch(z.array(z.object({ topic_id: id })), []),
  grouped_search_result: z.nullable(z.object({ more_full_page_results: flag })),
})

const category = z.object({
  id: z.int(),
  name: z.string(),
  parent_category_id: z.catch(z.nullish(z.int()), null),
})
const categoryList = z.object({ categories: z.array(category) })

/** The action type of likes. */
const like = 2

type TopicPlace = { source: string; url: string; communityOf: (categoryId: number | null) => string }

const parse = <S extends z.ZodMiniType>(schema: S, answer: unknown) =>
  parseAnswer(schema, answer, 'is not from Discourse')

/** The ids of a page of topics. Skips pinned topics, which come first whatever their date is. */
function readTopicList(answer: unknown): { ids: number[]; hasMore: boolean } {
  const { topics, more_topics_url: more } = parse(topicList, answer).topic_list
  const ids = topics.flatMap((one) => {
    const read = listed.safeParse(one).data
    if (read === undefined || read.pinned === true || read.pinned_globally === true) return []
    return (read.archetype ?? 'regular') === 'regular' ? [read.id] : []
  })
  return { ids, hasMore: more !== null && more !== undefined && topics.length > 0 }
}

/**
 * The ids of the topics that a search found, best first. The list is empty if the forum reports an error in
 * the query.
 */
function readFoundTopics(answer: unknown): { ids: number[]; hasMore: boolean } {
  const { posts, grouped_search_result: whole } = parse(found, answer)
  return {
    ids: [...new Set(posts.map((post) => post.topic_id))],
    hasMore: whole?.more_full_page_results === true,
  }
}

type Category = { name: string; parent: number | null }

export function readCategories(answer: unknown): Map<number, Category> {
  const { categories } = parse(categoryList, answer)
  return new Map(
    categories.map(({ id, name, parent_category_id: parent }) => [
      id,
      { name: titleText(name), parent: parent ?? null },
    ]),
  )
}

/** The maximum depth of nested categories. */
const deepest = 5

/**
 * Whether a topic certainly belongs elsewhere: its category and all parents are known, and none of them is
 * the requested category.
 */
function isElsewhere(
  wanted: number,
  categoryId: number | null,
  categories: ReadonlyMap<number, Category>,
): boolean {
  if (!categories.has(wanted)) return false
  let at = categoryId
  for (let depth = 0; depth < deepest && at !== null; depth += 1) {
    if (at === wanted) return false
    const known = categories.get(at)
    if (known === undefined) return false
    if (known.parent === null) return true
    at = known.parent
  }
  return false
}

type ReadTopic = { post: Post; categoryId: number | null }

/**
 * The first post of a topic, or null if this post was deleted or hidden. Votes count as upvotes; without
 * votes, likes count as upvotes.
 */
function readTopic(answer: unknown, place: TopicPlace): ReadTopic | null {
  const read = parse(topic, answer)
  if (read.visible === false || read.deleted_at != null || (read.archetype ?? 'regular') !== 'regular')
    return null
  const written = read.post_stream.posts.find((post) => Object(post).post_number === 1)
  if (written === undefined) return null
  const first = parse(firstPost, written)
  if (first.hidden === true || first.user_deleted === true || first.deleted_at != null) return null
  const likes = first.actions_summary.find((action) => action.id === like)?.count ?? 0
  const categoryId = read.category_id ?? null
  const post = {
    source: place.source,
    sourceId: `${read.id}`,
    community: place.communityOf(categoryId),
    title: plainTitle(read.title),
    selftext: htmlToText(first.cooked),
    url: `${place.url}/t/${read.id}`,
    upvotes: Math.max(likes, read.vote_count ?? 0),
    comments: read.posts_count == null ? null : Math.max(0, read.posts_count - 1),
    createdAt: first.created_at,
    sample: false,
  }
  return { post, categoryId }
}

/** The ids of topics and, if only one category was requested, the id of this category. */
type Wanted = { ids: readonly number[]; category: number | null }

export type DiscourseClient = ReturnType<typeof discourseClient>

type Parts = { http: SourceHttpClient; sourceClock: SourceClock }
type Place = Pick<SourceIdentity, 'name' | 'address'>

/**
 * Names of categories are cached this long, because they rarely change. After a failed read, they are read
 * again after `namesTriedMs`.
 */
const namesCachedMs = 3_600_000
const namesTriedMs = 60_000
/** The number of concurrent topic requests per forum. */
const atOnce = 4

/** The calls to one forum; each throws a `SourceError`. */
export function discourseClient({ name, address: url }: Place, { http, sourceClock }: Parts) {
  const ask = (path: string, query: Record<string, string>, deadline: Deadline) =>
    http.ask({ url: `${url}${path}`, query }, deadline)
  let categories = new Map<number, Category>()
  let namesUntil = Number.NEGATIVE_INFINITY

  /** Without category names, the name of the forum is the community. */
  async function readNames(deadline: Deadline): Promise<void> {
    if (sourceClock.now() < namesUntil) return
    namesUntil = sourceClock.now() + namesTriedMs
    try {
      categories = readCategories(await ask('/site.json', {}, deadline))
      namesUntil = sourceClock.now() + namesCachedMs
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
    }
  }

  function communityOf(categoryId: number | null): string {
    const category = categories.get(categoryId ?? 0)
    return category === undefined ? name : `${name}: ${category.name}`
  }

  /** Null if the topic was deleted, hidden, or is no longer public. */
  const findTopic = (id: number | string, deadline: Deadline) =>
    unlessRefused([403, 404, 410], null, async () =>
      readTopic(await ask(`/t/${id}.json`, {}, deadline), { source: name, url, communityOf }),
    )

  return {
    findTopic,

    /**
     * Reads topics in order. Skips topics that are not public. If one category was requested, also skips
     * topics of other categories. Stops at the first failure, which is returned as `failure`.
     */
    async readTopics({ ids, category }: Wanted, deadline: Deadline) {
      await readNames(deadline)
      const found = new Map<number, ReadTopic | null>()
      let failure = null as SourceError | null
      const waiting = ids.values()
      const readSome = async () => {
        for (const id of waiting) {
          try {
            found.set(id, await findTopic(id, deadline))
          } catch (error) {
            if (!(error instanceof SourceError)) throw error
            failure ??= error
          }
          if (failure !== null) return
        }
      }
      await Promise.all(Array.from({ length: atOnce }, readSome))
      const read = ids.flatMap((id) => (found.has(id) ? [found.get(id) ?? null] : []))
      const shown = read.filter((topic) => topic !== null)
      const isOther = ({ categoryId }: ReadTopic) =>
        category !== null && isElsewhere(category, categoryId, categories)
      const posts = shown.filter((topic) => !isOther(topic)).map(({ post }) => post)
      const others = shown.filter(isOther).map(({ post }) => post.createdAt)
      return { posts, others, leftOut: read.length - posts.length, failure }
    },

    /** Lists topics, newest first. `path` is the path of a category, or null for the whole forum. */
    async listNewest(path: string | null, page: number, deadline: Deadline) {
      const list = path === null ? '/latest.json' : `/c/${path}/l/latest.json`
      return readTopicList(await ask(list, { order: 'created', page: `${page}` }, deadline))
    },

    /** Searches only the first posts of topics. Pages count from 1. */
    async search(q: string, page: number, deadline: Deadline) {
      return readFoundTopics(await ask('/search.json', { q, page: `${page}` }, deadline))
    },
  }
}
