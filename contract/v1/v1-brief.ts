import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { described, named } from './described.ts'
import { costs, v1Count, v1Quote } from './v1-fields.ts'
import { askedKeyword, keywordErrors } from './v1-search.ts'

const communityCount = named(z.object({ name: z.string(), posts: z.int() }), 'CommunityCount')

const told = {
  products: z.array(
    named(
      z.object({
        name: z.string(),
        posts: z.int(),
        against: described(z.array(v1Quote), 'Complaints about the product'),
      }),
      'Product',
    ),
  ),
  workarounds: described(z.array(v1Quote), 'How people help themselves at present'),
  prices: described(z.array(v1Quote), 'Sentences about prices, and about what people pay or would pay'),
}

export const briefNeed = {
  name: described(v1Quote, 'The sentence that says best what they need'),
  posts: described(z.int(), 'How many posts have this need'),
  communities: z.array(communityCount),
  communityCount: z.int(),
  maxScore: z.int(),
  oldestPostAt: z.string(),
  newestPostAt: z.string(),
}

const head = {
  searchId: described(
    z.string(),
    'The search from which the brief is made; its posts can be read without cost',
  ),
  keyword: z.string(),
  costs,
  posts: described(v1Count, 'The number of posts with potential from which the brief is made'),
}

/** The parts of a brief apart from the needs. */
export const briefAround = {
  promising: described(z.int(), 'How many posts of the brief are promising or strong'),
  singlePosts: described(
    z.array(z.object({ quote: v1Quote, score: z.int() })),
    'Promising posts that are not part of a need',
  ),
  singlePostsMore: described(z.int(), 'Further such posts'),
  ...told,
  personas: z.array(z.object({ persona: z.string(), posts: z.int() })),
  communities: z.array(communityCount),
  communityCount: z.int(),
  years: z.array(z.object({ year: z.int(), posts: z.int() })),
}

const v1BriefReply = named(
  z.object({
    ...head,
    needs: described(z.array(named(z.object(briefNeed), 'NeedSummary')), 'At most five, the strongest first'),
    ...briefAround,
    related: described(z.array(z.string()), 'Keywords to try'),
  }),
  'Brief',
)
export type V1BriefReply = z.infer<typeof v1BriefReply>

const v1NeedsReply = named(
  z.object({
    ...head,
    needs: z.array(
      named(
        z.object({
          ...briefNeed,
          examples: described(
            z.array(
              z.object({
                source: z.string(),
                id: z.string(),
                title: z.string(),
                url: z.nullable(z.string()),
              }),
            ),
            'All posts of this need, the strongest first',
          ),
          ...told,
        }),
        'Need',
      ),
    ),
  }),
  'Needs',
)
export type V1NeedsReply = z.infer<typeof v1NeedsReply>

const ofKeyword = {
  description: 'Costs one search, unless the account just searched for the same keyword.',
  body: askedKeyword,
  example: { keyword: 'time tracking' },
  errors: keywordErrors,
}

export const v1BriefEndpoint = defineEndpoint('POST /api/v1/brief', 'key:search', {
  operation: 'readBrief',
  summary: 'The needs of people for a keyword',
  ...ofKeyword,
  output: v1BriefReply,
})

export const v1NeedsEndpoint = defineEndpoint('POST /api/v1/needs', 'key:search', {
  operation: 'readNeeds',
  summary: 'The needs for a keyword, each with all of its posts',
  ...ofKeyword,
  output: v1NeedsReply,
})
