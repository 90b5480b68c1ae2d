import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { postReply } from './posts.ts'
import { countedSearchErrors, searchResult } from './search.ts'
import { isOneLine, requiredLine, uuidOrNone } from './text.ts'

/** The query of a watch as typed. The server checks the operators and reports where they are wrong. */
export const watchQuery = requiredLine('Enter what to watch for', {
  most: limits.watchCharacters,
  tooLong: `A watch has at most ${limits.watchCharacters} characters`,
  unclean: 'A watch cannot contain control characters',
}).check(
  z.refine((text) => isOneLine(text) && !/\p{Cf}/u.test(text), 'A watch cannot contain invisible characters'),
)

export const leastScore = z
  .int('A minimum score is a whole number')
  .check(z.minimum(0, 'A minimum score is at least 0'), z.maximum(100, 'A minimum score is at most 100'))

export const watchName = requiredLine('Enter a name', {
  most: limits.watchNameCharacters,
  tooLong: `A name has at most ${limits.watchNameCharacters} characters`,
  unclean: 'A name is one line of text',
})

/** Where a watch searches: public posts, rows of the account's own material, or both. */
const looksIn = z.enum(['posts', 'own', 'both'], 'Choose where the watch looks')
export type WatchPlaces = z.infer<typeof looksIn>

/** A watch that is not on finds nothing new: its owner paused it, or the plan includes fewer watches. */
const watchState = z.enum(['on', 'paused', 'beyond_plan'])

export const watch = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  leastScore: z.int(),
  looksIn,
  /** Whether own rows may be sent by feed, digest and webhook. */
  deliversOwn: z.boolean(),
  state: watchState,
  /** The number of all posts of the watch, and the number of posts since its owner last opened the watch. */
  posts: z.int(),
  newPosts: z.int(),
  /**
   * The number of matching posts that were stored since the owner last opened the watch, but written long
   * before.
   */
  olderPosts: z.int(),
  lastFoundAt: z.nullable(z.string()),
  createdAt: z.string(),
})
export type Watch = z.infer<typeof watch>

const watchesReply = z.object({
  /** Oldest first. */
  watches: z.array(watch),
  /** The number of new posts in all watches. A post in two watches counts once. */
  newPosts: z.int(),
  /** The number of watches that the plan includes. */
  most: z.int(),
})
export type WatchesReply = z.infer<typeof watchesReply>

export const listWatchesEndpoint = defineEndpoint('GET /api/watches', 'user', { output: watchesReply })

export const createWatchEndpoint = defineEndpoint('POST /api/watches', 'user', {
  body: z.object({
    watchQuery,
    leastScore: z._default(leastScore, 0),
    watchName: z.optional(watchName),
    looksIn: z._default(looksIn, 'posts'),
  }),
  output: watch,
  errors: ['invalid_keyword', 'watch_limit', ...countedSearchErrors],
})

export const changeWatchEndpoint = defineEndpoint('PATCH /api/watches/:watchId', 'user', {
  params: z.object({ watchId: uuidOrNone }),
  body: z.object({
    watchQuery: z.optional(watchQuery),
    leastScore: z.optional(leastScore),
    watchName: z.optional(watchName),
    looksIn: z.optional(looksIn),
    deliversOwn: z.optional(z.boolean()),
    paused: z.optional(z.boolean()),
    /** Restores a watch that was just deleted. */
    deleted: z.optional(z.literal(false)),
    /** The highest `number` among the posts that were shown. Posts up to this number are no longer new. */
    lookedUpTo: z.optional(z.int().check(z.minimum(0))),
  }),
  output: watch,
  errors: ['not_found', 'invalid_keyword', 'watch_limit', ...countedSearchErrors],
})

export const deleteWatchEndpoint = defineEndpoint('DELETE /api/watches/:watchId', 'user', {
  params: z.object({ watchId: uuidOrNone }),
  output: watchesReply,
  errors: ['not_found'],
})

export const watchPreviewReply = z.object({
  /**
   * How many posts of the last days the watch would have found. Null if all words of the query are too
   * common.
   */
  posts: z.nullable(z.int()),
  /** How many of these are rows of own material. */
  ownRows: z.int(),
  days: z.int(),
  /** A sentence about a part of the query that can find nothing in this installation. */
  note: z.nullable(z.string()),
  /** The best of these posts, for Pro. */
  best: z.array(searchResult),
  /** Whether saving the watch costs a search, because this account has not searched for the query yet. */
  costsSearch: z.boolean(),
  /** For free accounts. */
  previewsLeft: z.nullable(z.int()),
})
export type WatchPreview = z.infer<typeof watchPreviewReply>

export const previewWatchEndpoint = defineEndpoint('POST /api/watches/preview', 'user', {
  body: z.object({
    watchQuery,
    leastScore: z._default(leastScore, 0),
    looksIn: z._default(looksIn, 'posts'),
  }),
  output: watchPreviewReply,
  errors: ['invalid_keyword', 'too_many_attempts', 'search_failed', 'overloaded'],
})

const watchPost = z.extend(searchResult, {
  number: z.int(),
  isNew: z.boolean(),
  foundAt: z.string(),
})

const watchPostsReply = z.object({
  watch,
  /** Newest first. */
  results: z.array(watchPost),
  /** The cursor of the next page, whose posts have lower numbers; null on the last page. */
  next: z.nullable(z.int()),
})
export type WatchPostsReply = z.infer<typeof watchPostsReply>

export const watchPostsEndpoint = defineEndpoint('GET /api/watches/:watchId/posts', 'user', {
  params: z.object({ watchId: uuidOrNone }),
  query: z.object({
    before: z.optional(z.catch(z.coerce.number().check(z.int(), z.positive()), Number.MAX_SAFE_INTEGER)),
  }),
  output: watchPostsReply,
  errors: ['not_found', 'too_many_attempts'],
})

export const watchPostEndpoint = defineEndpoint('GET /api/watches/:watchId/posts/:source/:id', 'user', {
  params: z.object({ watchId: uuidOrNone, source: z.string(), id: z.string() }),
  output: postReply,
  errors: ['not_found', 'too_many_attempts'],
})
