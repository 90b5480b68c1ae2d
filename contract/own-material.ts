import * as z from 'zod/mini'
import { acknowledgement } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { keyword } from './keyword.ts'
import { limits } from './limits.ts'
import { scoreReply } from './scoring.ts'
import { searchResult } from './search.ts'
import { briefReply } from './search-brief.ts'
import { givenName, requiredText, uuidOrNone } from './text.ts'

/** How a person's file is read: a table, objects, or plain text that blank lines or line ends divide. */
const ownFormat = z.enum(['csv', 'json', 'paragraphs', 'lines'])
export type OwnFormat = z.infer<typeof ownFormat>

const columnName = requiredText('Name a column', {
  most: limits.ownColumnCharacters,
  tooLong: 'No column has such a name',
})

/** Which column of a file is what. Columns of the text are put together in this order. */
const ownMapping = z.object({
  format: ownFormat,
  /** False where a table's first line is a row already; its columns are then called `column 1` and so on. */
  hasHeader: z.boolean('Say whether the first line names the columns'),
  title: z.nullable(columnName),
  text: z
    .array(columnName, 'Choose at least one column that holds the text')
    .check(
      z.minLength(1, 'Choose at least one column that holds the text'),
      z.maxLength(limits.ownTextColumns, `Choose at most ${limits.ownTextColumns} columns of text`),
    ),
  /** When a row was written. Without such a column that is the upload; a row whose date cannot be read has none. */
  date: z.nullable(columnName),
  /** An http(s) address of the row where it came from. */
  link: z.nullable(columnName),
  /** What a row belongs to, such as a product or a kind of customer; stands where a post's community stands. */
  group: z.nullable(columnName),
  /** The stars or points that a review gave. Facts of the row: never part of the text that is scored. */
  rating: z.optional(z.nullable(columnName)),
})
export type OwnMapping = z.infer<typeof ownMapping>

/** `uploading` until a mapping is sent, `scoring` while it is read and scored, then `ready` or `failed`. */
const ownState = z.enum(['uploading', 'scoring', 'ready', 'failed'])

const ownCollection = z.object({
  id: z.string(),
  name: z.string(),
  state: ownState,
  createdAt: z.string(),
  /** Rows that are kept by now, those in other languages among them. */
  rows: z.int(),
  /** Rows in another language than English: kept, not scored and never ranked. */
  otherLanguages: z.int(),
  /** Rows that were not kept since the plan's or the collection's rows were full. */
  beyondLimit: z.int(),
  rejected: z.int(),
  /** The first rows that were rejected, and why. Lines count from 1. */
  rejects: z.array(z.object({ line: z.int(), reason: z.string() })),
  /** How rows were read, as sentences: the order of dates, what was cut, what has no date. */
  notes: z.array(z.string()),
  failure: z.nullable(z.string()),
})
export type OwnCollection = z.infer<typeof ownCollection>

const ownCollectionsReply = z.object({
  collections: z.array(ownCollection),
  rows: z.int(),
  /** What the account's plan lets it keep, of all collections together. */
  mostRows: z.int(),
})
export type OwnCollectionsReply = z.infer<typeof ownCollectionsReply>

const ofCollection = z.object({ collectionId: uuidOrNone })

export const listOwnEndpoint = defineEndpoint('GET /api/own/collections', 'user', {
  output: ownCollectionsReply,
})

export const createOwnEndpoint = defineEndpoint('POST /api/own/collections', 'user', {
  body: z.object({ collectionName: givenName('Give the collection a name') }),
  output: ownCollection,
  errors: ['own_limit'],
})

/** One part of a file's text, in any order; a part that is sent again replaces the one of its number. Numbers count from 0. */
export const uploadOwnPartEndpoint = defineEndpoint(
  'PUT /api/own/collections/:collectionId/parts/:part',
  'user',
  {
    params: z.object({
      collectionId: uuidOrNone,
      part: z.catch(z.string().check(z.regex(/^\d{1,5}$/u)), '99999'),
    }),
    body: z.object({
      text: requiredText('Send a part of the text', {
        most: limits.ownPartCharacters,
        tooLong: `A part has at most ${limits.ownPartCharacters.toLocaleString('en-US')} characters`,
      }),
    }),
    bodyCharacters: limits.ownPartCharacters,
    output: z.object({ parts: z.int() }),
    errors: ['not_found', 'own_limit', 'body_too_large'],
  },
)

/** How a file would be read; what is left out of the question is guessed. */
export const previewOwnEndpoint = defineEndpoint('POST /api/own/collections/:collectionId/preview', 'user', {
  params: ofCollection,
  body: z.object({ format: z.optional(ownFormat), hasHeader: z.optional(z.boolean()) }),
  output: z.object({
    columns: z.array(z.string()),
    /** The first rows; a cell for each column. */
    rows: z.array(z.array(z.string())),
    mapping: ownMapping,
    /** What was left out or is not in the file, in sentences. */
    notes: z.array(z.string()),
  }),
  errors: ['not_found', 'own_unreadable'],
})

/** Says which column is what, and has the file read and scored. */
export const mapOwnEndpoint = defineEndpoint('PUT /api/own/collections/:collectionId/mapping', 'user', {
  params: ofCollection,
  body: z.object({ mapping: ownMapping }),
  output: ownCollection,
  errors: ['not_found', 'own_unreadable'],
})

/** Removes the collection, its rows, and whatever was uploaded for it. */
export const deleteOwnEndpoint = defineEndpoint('DELETE /api/own/collections/:collectionId', 'user', {
  params: ofCollection,
  output: acknowledgement,
  errors: ['not_found'],
})

const searchOwnBody = z.object({
  keyword: z.optional(keyword),
  /** Only in these; in all where it is left out. */
  collectionIds: z.optional(z.array(z.uuid()).check(z.maxLength(limits.ownCollections))),
})
export type OwnAsking = z.infer<typeof searchOwnBody>

/** Rows of the account, best match first; without a keyword those with the highest scores. Costs no search. */
export const searchOwnEndpoint = defineEndpoint('POST /api/own/search', 'user', {
  body: searchOwnBody,
  output: z.object({
    results: z.array(searchResult),
    /** How many rows were searched; those in other languages are not. */
    searchedRows: z.int(),
    otherLanguages: z.int(),
    leftOut: z.nullable(z.string()),
  }),
  errors: ['invalid_keyword', 'too_many_attempts'],
})

/** What the account's rows need: those for the keyword, or those with the highest scores. Costs no search. */
export const ownBriefEndpoint = defineEndpoint('POST /api/own/brief', 'user', {
  body: searchOwnBody,
  output: z.object({
    brief: briefReply,
    /** Need by need how many want the same, of the best for the keyword; null without one, or where it failed. */
    publicPosts: z.nullable(z.array(z.int())),
  }),
  errors: ['invalid_keyword', 'too_many_attempts'],
})

export const readOwnRowEndpoint = defineEndpoint('GET /api/own/rows/:rowId', 'user', {
  params: z.object({ rowId: z.catch(z.string().check(z.regex(/^[1-9]\d{0,14}$/u)), '0') }),
  output: z.extend(scoreReply, {
    id: z.string(),
    collection: z.string(),
    title: z.string(),
    selftext: z.string(),
    url: z.nullable(z.string()),
    /** '' where the row has no date. */
    createdAt: z.string(),
    rating: z.nullable(z.number()),
  }),
  errors: ['not_found'],
})
