import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { countedSearchErrors } from '#contract/search.ts'
import { uuidOrNone } from '#contract/text.ts'
import { leastScore, watchName, watchQuery } from '#contract/watches.ts'
import { described, named } from './described.ts'
import { costs, cursor, next, pageLimit } from './v1-fields.ts'
import { v1Post, v1WholePost } from './v1-post.ts'

export const v1Watch = named(
  z.object({
    id: z.string(),
    name: z.string(),
    query: z.string(),
    minScore: z.int(),
    state: z.enum(['on', 'paused', 'beyond_plan']),
    posts: z.int(),
    newPosts: described(z.int(), 'Posts since the owner last opened the watch on the page'),
    lastFoundAt: z.nullable(z.string()),
    createdAt: z.string(),
  }),
  'Watch',
)
export type V1Watch = z.infer<typeof v1Watch>

const watchId = described(uuidOrNone, 'The `id` of a watch')

const v1WatchesReply = named(
  z.object({
    watches: z.array(v1Watch),
    newPosts: described(z.int(), 'New posts of all watches, each once'),
    most: described(z.int(), 'How many watches the plan allows'),
  }),
  'Watches',
)
export type V1WatchesReply = z.infer<typeof v1WatchesReply>

export const v1WatchesEndpoint = defineEndpoint('GET /api/v1/watches', 'key:watches', {
  operation: 'listWatches',
  summary: 'Your watches',
  output: v1WatchesReply,
})

const query = described(watchQuery, 'What to look for, as in a search, with its operators')
const minScore = described(leastScore, 'Only posts with at least this score, 0-100')
const name = described(watchName, 'Without a name, the start of the query is used')
const newWatch = { query, minScore: z._default(minScore, 0) }

export const v1CreateWatchEndpoint = defineEndpoint('POST /api/v1/watches', 'key:watches', {
  operation: 'createWatch',
  summary: 'Add a watch',
  description:
    'Costs one search if the account has not searched for the query yet, unless its searches are unlimited.',
  body: z.strictObject({ ...newWatch, name: z.optional(name) }),
  example: { query: 'invoices', minScore: 40 },
  output: v1Watch,
  errors: ['invalid_keyword', 'watch_limit', ...countedSearchErrors],
})

const v1WatchPreview = named(
  z.object({
    posts: described(
      z.nullable(z.int()),
      'How many posts of the last `days` days the watch would have found; null if nearly every post has its words',
    ),
    days: z.int(),
    note: described(z.nullable(z.string()), 'Parts of the query that can find nothing in this installation'),
    best: described(z.array(v1Post), 'The best of these posts, only with Pro'),
    costs,
    previewsLeft: described(z.nullable(z.int()), 'Previews left today; null without a limit'),
  }),
  'WatchPreview',
)
export type V1WatchPreview = z.infer<typeof v1WatchPreview>

export const v1PreviewWatchEndpoint = defineEndpoint('POST /api/v1/watches/preview', 'key:watches', {
  operation: 'previewWatch',
  summary: 'What a watch would have found, and what it costs',
  description: `Saves nothing. Free accounts have ${limits.freePreviewsPerDay} previews a day.`,
  body: z.strictObject(newWatch),
  example: { query: 'invoices', minScore: 40 },
  output: v1WatchPreview,
  errors: ['invalid_keyword', 'too_many_attempts', 'search_failed'],
})

const news = named(
  z.extend(v1Post, {
    foundAt: z.string(),
    isNew: described(z.boolean(), 'Posts since the owner last opened the watch'),
  }),
  'WatchPost',
)

const v1WatchPostsReply = named(z.object({ posts: z.array(news), next }), 'WatchPosts')
export type V1WatchPostsReply = z.infer<typeof v1WatchPostsReply>

export const v1WatchPostsEndpoint = defineEndpoint('GET /api/v1/watches/:watchId/posts', 'key:watches', {
  operation: 'listWatchPosts',
  summary: 'The posts of a watch, newest first',
  params: z.object({ watchId }),
  query: z.strictObject({ cursor, limit: pageLimit }),
  output: v1WatchPostsReply,
  errors: ['not_found', 'too_many_attempts'],
})

export const v1WatchPostEndpoint = defineEndpoint(
  'GET /api/v1/watches/:watchId/posts/:source/:id',
  'key:watches',
  {
    operation: 'readWatchPost',
    summary: 'Read a post of a watch, with all reasons of its score',
    params: z.object({
      watchId,
      source: described(z.string(), 'The `source` of the post'),
      id: described(z.string(), 'The `id` of the post'),
    }),
    output: v1WholePost,
    errors: ['not_found', 'too_many_attempts'],
  },
)

export const v1ChangeWatchEndpoint = defineEndpoint('PATCH /api/v1/watches/:watchId', 'key:watches', {
  operation: 'changeWatch',
  summary: 'Change, pause or restore a watch',
  description: 'Fields that are not sent do not change. A new query costs what a new watch on it would cost.',
  params: z.object({ watchId }),
  body: z.strictObject({
    query: z.optional(query),
    minScore: z.optional(minScore),
    name: z.optional(name),
    paused: z.optional(z.boolean()),
    restore: described(
      z.optional(z.literal(true)),
      `Brings back a watch that was deleted in the last ${limits.watchRestoreHours} hours`,
    ),
  }),
  example: { minScore: 60 },
  output: v1Watch,
  errors: ['not_found', 'invalid_keyword', 'watch_limit', ...countedSearchErrors],
})

export const v1DeleteWatchEndpoint = defineEndpoint('DELETE /api/v1/watches/:watchId', 'key:watches', {
  operation: 'deleteWatch',
  summary: 'Delete a watch',
  description: `It can be restored for ${limits.watchRestoreHours} hours. Returns the watches that are left.`,
  params: z.object({ watchId }),
  output: v1WatchesReply,
  errors: ['not_found'],
})
