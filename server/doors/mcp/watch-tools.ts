import * as z from 'zod/mini'
import { described as say } from '#contract/v1/described.ts'
import { v1Watch } from '#contract/v1/v1-watches.ts'
import type { KeyHolder } from '#server/actor.ts'
import { publicError } from '#server/errors.ts'
import { cursorInput, limitInput, notice, shownNews, shownNotice, wrongCursor } from './agent-shapes.ts'
import { type AgentUseCases, defineTool } from './agent-tool.ts'
import { firstThatFits, shorten } from './fit-answer.ts'
import { bytesFor, postSizes, usualLimit } from './search-tools.ts'
import { postFor } from './show-to-agent.ts'

export const listWatchesTool = defineTool({
  name: 'list_watches',
  title: 'Watches',
  description:
    'The saved searches of the account that are run on every new post, and how many posts each found.',
  scope: 'watches',
  input: z.strictObject({}),
  output: z.strictObject({
    watches: z.array(z.strictObject(v1Watch.shape)),
    newPosts: z.int(),
    most: z.int(),
  }),
  async run(useCases, caller) {
    const { watches, newPosts, most } = await useCases.listWatches(caller)
    return firstThatFits([500, 200, 100, 50], (characters) => ({
      watches: watches.map((watch) => ({
        // Removes fields that are not in the promised schema, because clients reject them.
        ...z.parse(v1Watch, watch),
        name: shorten(watch.name, characters),
        query: shorten(watch.query, characters),
      })),
      newPosts,
      most,
    }))
  },
})

type Watches = Awaited<ReturnType<AgentUseCases['listWatches']>>['watches']
type Watch = Watches[number]
type Found = Awaited<ReturnType<AgentUseCases['readWatch']>>['posts'][number]
/** `place` is the cursor that continues the watch after this post. */
type News = { watch: Watch; post: Found }

type Asked = {
  watchId: string | undefined
  since: string | undefined
  from: Place | null
  limit: number
}

/** The content of a cursor: a watch, and how many of its posts were already returned. */
type Place = { watchId: string; inner: string | undefined; skip: number }

function readPlace(cursor: string): Place {
  const [watchId = '', inner = '', skip = '', ...more] = cursor.split(':')
  if (watchId === '' || !/^\d{1,3}$/u.test(skip) || more.length > 0) throw wrongCursor()
  return { watchId, inner: inner === '' ? undefined : inner, skip: Number(skip) }
}

const writePlace = ({ watchId, inner = '', skip }: Place) => `${watchId}:${inner}:${skip}`

/** The watches to read, in order. */
function chosenWatches(watches: Watches, { watchId, since, from }: Asked): Watches {
  if (watchId !== undefined) {
    const own = watches.filter(({ id }) => id === watchId)
    if (own.length === 0) throw publicError('not_found', 'There is no such watch. list_watches names them.')
    return own
  }
  const hasNews = ({ newPosts, lastFoundAt }: Watch) =>
    since === undefined ? newPosts > 0 : lastFoundAt !== null && lastFoundAt > since
  // The owner may have opened the watch between two pages, so that watch is listed even without new posts.
  return watches.filter((watch) => hasNews(watch) || watch.id === from?.watchId)
}

/**
 * Whether a post has to be returned. The posts of a watch are newest first, so the first post that is not
 * returned ends the watch.
 */
function isAsked({ isNew, foundAt }: Found, { watchId, since }: Asked): boolean {
  if (since !== undefined) return foundAt > since
  return watchId !== undefined || isNew
}

type Page = { found: News[]; places: Place[]; end: Place | null }

/** Reads one watch after another until there are enough posts. */
async function gatherNews(
  useCases: Pick<AgentUseCases, 'readWatch'>,
  caller: KeyHolder,
  { watches, asked }: { watches: Watches; asked: Asked },
): Promise<Page> {
  const { from } = asked
  const first = from === null ? 0 : watches.findIndex(({ id }) => id === from.watchId)
  if (first === -1) throw wrongCursor()
  const found: News[] = []
  const places: Place[] = []
  for (const watch of watches.slice(first)) {
    let { inner, skip } = from?.watchId === watch.id ? from : { inner: undefined, skip: 0 }
    for (;;) {
      if (found.length >= asked.limit) return { found, places, end: { watchId: watch.id, inner, skip } }
      const page = await useCases.readWatch(caller, { watchId: watch.id, cursor: inner, limit: asked.limit })
      const fresh = page.posts.filter((post) => isAsked(post, asked))
      for (const post of fresh.slice(skip, skip + asked.limit - found.length)) {
        places.push({ watchId: watch.id, inner, skip })
        found.push({ watch, post })
        skip += 1
      }
      if (skip < fresh.length) continue
      if (page.next === null || fresh.length < page.posts.length) break
      inner = page.next
      skip = 0
    }
  }
  return { found, places, end: null }
}

const newsFor = ({ watch, post }: News, characters: number) => ({
  ...postFor(post, characters),
  watchId: watch.id,
  watch: shorten(watch.name, characters),
  foundAt: post.foundAt,
  isNew: post.isNew,
})

function newsAnswer(
  { found, places, end }: Page,
  { characters, posts }: { characters: number; posts: number },
) {
  const next = posts < found.length ? (places[posts] ?? null) : end
  return {
    notice,
    posts: found.slice(0, posts).map((one) => newsFor(one, characters)),
    next: next === null ? null : writePlace(next),
  }
}

export const newsTool = defineTool({
  name: 'whats_new',
  title: 'What is new',
  description:
    'Posts that the watches of the account found since its owner last opened them, watch by watch, newest first; or since an instant (`since`); or all posts of one watch (`watchId`). Free. Reading here does not mark them as seen.',
  scope: 'watches',
  input: z.strictObject({
    watchId: z.optional(say(z.string().check(z.maxLength(200)), 'The `id` of a watch')),
    since: z.optional(say(z.iso.datetime(), 'In UTC, as in 2026-11-29T12:00:00Z')),
    limit: limitInput,
    cursor: cursorInput,
  }),
  output: z.strictObject({ notice: shownNotice, posts: z.array(shownNews), next: z.nullable(z.string()) }),
  async run(useCases, caller, { limit = usualLimit, cursor, watchId, since: instant }) {
    const since = instant === undefined ? undefined : new Date(instant).toISOString()
    const asked = { watchId, since, limit, from: cursor === undefined ? null : readPlace(cursor) }
    const { watches } = await useCases.listWatches(caller)
    const page = await gatherNews(useCases, caller, { watches: chosenWatches(watches, asked), asked })
    return firstThatFits(postSizes(limit), (size) => newsAnswer(page, size), bytesFor(limit))
  },
})
