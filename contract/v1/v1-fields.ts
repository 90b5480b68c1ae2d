import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { described, named } from './described.ts'

/** The parameters of a page of a list. Numbers in a query string are text, so each is parsed. */
export const pageLimit = described(
  z._default(
    z.pipe(
      z.coerce.number(`limit is a number from 1 to ${limits.resultsPerSearch}`),
      z
        .int(`limit is a whole number from 1 to ${limits.resultsPerSearch}`)
        .check(
          z.minimum(1, 'limit is at least 1'),
          z.maximum(limits.resultsPerSearch, `limit is at most ${limits.resultsPerSearch}`),
        ),
    ),
    20,
  ),
  'The most entries to return',
)

export const cursor = described(
  z.optional(z.string().check(z.maxLength(500))),
  'From `next` of the previous page; without it, the first page',
)

export const next = described(z.nullable(z.string()), 'The cursor of the next page; null on the last one')

/** A count, and whether the real number may be higher. */
export const v1Count = named(
  z.object({ value: z.int(), relation: z.enum(['exact', 'at_least']) }),
  'Count',
  'A count, and whether it is exact or only a minimum',
)
export type V1Count = z.infer<typeof v1Count>

export const v1Place = named(
  z.object({ source: z.string(), id: z.string(), community: z.string(), url: z.nullable(z.string()) }),
  'Place',
  'Where a post was published',
)

export const v1Quote = named(
  z.extend(v1Place, {
    createdAt: described(z.nullable(z.string()), 'When it was written, ISO 8601'),
    words: described(z.string(), 'As written there; may be shortened, never changed'),
  }),
  'Quote',
  'What somebody wrote, and where',
)
export type V1Quote = z.infer<typeof v1Quote>

export const searchId = described(z.string(), 'The `searchId` of a search')
export const costs = described(z.int(), 'How many searches of the account this cost: 0 or 1')
