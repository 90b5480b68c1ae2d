import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { uuidOrNone } from '#contract/text.ts'
import { described, named } from './described.ts'
import { cursor, next, pageLimit } from './v1-fields.ts'
import { v1Post, v1WholePost } from './v1-post.ts'

export const v1Watch = named(
  z.object({
    id: z.string(),
    name: z.string(),
    query: z.string(),
    minScore: z.int(),
    state: z.enum(['on', 'paused', 'beyond_plan']),
    posts: z.int(),
    newPosts: described(z.int(), 'Since its owner last looked, on the page'),
    lastFoundAt: z.nullable(z.string()),
    createdAt: z.string(),
  }),
  'Watch',
)

const watchId = described(uuidOrNone, 'The `id` of a watch')

export const v1WatchesEndpoint = defineEndpoint('GET /api/v1/watches', 'key:watches', {
  operation: 'listWatches',
  summary: 'Your watches',
  output: named(
    z.object({
      watches: z.array(v1Watch),
      newPosts: described(z.int(), 'New posts of all watches, each once'),
      most: described(z.int(), 'How many watches the plan has'),
    }),
    'Watches',
  ),
})

const news = named(
  z.extend(v1Post, { foundAt: z.string(), isNew: described(z.boolean(), 'Since its owner last looked') }),
  'WatchPost',
)

export const v1WatchPostsEndpoint = defineEndpoint('GET /api/v1/watches/:watchId/posts', 'key:watches', {
  operation: 'listWatchPosts',
  summary: 'The posts of a watch, newest first',
  params: z.object({ watchId }),
  query: z.strictObject({ cursor, limit: pageLimit }),
  output: named(z.object({ posts: z.array(news), next }), 'WatchPosts'),
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

export const v1OwnEndpoint = defineEndpoint('POST /api/v1/own/search', 'key:own', {
  operation: 'searchOwn',
  summary: 'Search your own uploads',
  description: 'Costs no search. Without a keyword, the rows with the highest scores.',
  body: z.strictObject({
    keyword: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.keywordCharacters))),
    collectionIds: z.optional(z.array(z.uuid()).check(z.maxLength(limits.ownCollections))),
  }),
  example: { keyword: 'invoices' },
  output: named(
    z.object({
      posts: z.array(named(z.extend(v1Post, { rating: z.nullable(z.number()) }), 'OwnRow')),
      searchedRows: z.int(),
      otherLanguages: described(z.int(), 'Rows in other languages, which are not searched'),
      note: described(z.nullable(z.string()), 'What was not searched'),
    }),
    'OwnRows',
  ),
  errors: ['invalid_keyword', 'too_many_attempts'],
})

export const v1OwnCollectionsEndpoint = defineEndpoint('GET /api/v1/own/collections', 'key:own', {
  operation: 'listOwn',
  summary: 'Your own uploads',
  output: named(
    z.object({
      collections: z.array(
        named(
          z.object({
            id: z.string(),
            name: z.string(),
            state: z.enum(['uploading', 'scoring', 'ready', 'failed']),
            rows: z.int(),
            createdAt: z.string(),
          }),
          'Collection',
        ),
      ),
      rows: z.int(),
      mostRows: z.int(),
    }),
    'Collections',
  ),
})
