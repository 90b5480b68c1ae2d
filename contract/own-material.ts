import * as z from 'zod/mini'
import { acknowledgement } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { keyword } from './keyword.ts'
import { limits } from './limits.ts'
import { scoreReply } from './scoring.ts'
import { searchResult } from './search.ts'
import { briefReply } from './search-brief.ts'
import { givenName, requiredText, uuidOrNone } from './text.ts'

/**
 * The format of a file: a table, objects, a chat or transcript, or plain text that is split at blank lines or
 * at line ends.
 */
export const ownFormat = z.enum(['csv', 'json', 'chat', 'paragraphs', 'lines'])
export type OwnFormat = z.infer<typeof ownFormat>

const columnName = requiredText('Name a column', {
  most: limits.ownColumnCharacters,
  tooLong: 'No column has such a name',
})

/** The role of each column. Text columns are joined in this order. */
const ownMapping = z.object({
  format: ownFormat,
  /** False if the first line of a table is data. The columns are then called `column 1` and so on. */
  hasHeader: z.boolean('Say whether the first line names the columns'),
  title: z.nullable(columnName),
  text: z
    .array(columnName, 'Choose at least one column that holds the text')
    .check(
      z.minLength(1, 'Choose at least one column that holds the text'),
      z.maxLength(limits.ownTextColumns, `Choose at most ${limits.ownTextColumns} columns of text`),
    ),
  /**
   * The column with the date on which a row was written. If it is null, rows get the time of the upload. A
   * row with an unreadable date has no date.
   */
  date: z.nullable(columnName),
  /** A column with http(s) URLs of the originals of rows. */
  link: z.nullable(columnName),
  /** The group of a row, such as a product or a customer segment; used like a post's community. */
  group: z.nullable(columnName),
  /** The stars or points of a review, which are never part of the text that is scored. */
  rating: z.optional(z.nullable(columnName)),
})
export type OwnMapping = z.infer<typeof ownMapping>

/**
 * `uploading` until a mapping is sent, `scoring` while the file is read and scored, then `ready` or `failed`.
 */
const ownState = z.enum(['uploading', 'scoring', 'ready', 'failed'])

const ownCollection = z.object({
  id: z.string(),
  name: z.string(),
  state: ownState,
  createdAt: z.string(),
  /** The number of rows that are stored so far, including rows in other languages. */
  rows: z.int(),
  /** The number of rows in other languages than English, which are stored, but neither scored nor found. */
  otherLanguages: z.int(),
  /** The number of rows that were not stored because the plan or the collection has a limit. */
  beyondLimit: z.int(),
  rejected: z.int(),
  /** The first rejected rows, each with the reason. Lines count from 1. */
  rejects: z.array(z.object({ line: z.int(), reason: z.string() })),
  /** Notes about how the file was read, as sentences: the order of dates, truncated texts, missing dates. */
  notes: z.array(z.string()),
  failure: z.nullable(z.string()),
})
export type OwnCollection = z.infer<typeof ownCollection>

const ownCollectionsReply = z.object({
  collections: z.array(ownCollection),
  rows: z.int(),
  /** The limit of the account's plan for all collections together. */
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

/**
 * A part of a file's text. Parts may arrive in any order. If a number is sent again, that part is replaced.
 * Numbers count from 0.
 */
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

/** Shows how a file would be read. Fields that are omitted are guessed. */
export const previewOwnEndpoint = defineEndpoint('POST /api/own/collections/:collectionId/preview', 'user', {
  params: ofCollection,
  body: z.object({ format: z.optional(ownFormat), hasHeader: z.optional(z.boolean()) }),
  output: z.object({
    columns: z.array(z.string()),
    /** The first rows, each with one cell per column. */
    rows: z.array(z.array(z.string())),
    mapping: ownMapping,
    /** What was skipped or is missing, as sentences. */
    notes: z.array(z.string()),
  }),
  errors: ['not_found', 'own_unreadable'],
})

/** Sets the roles of the columns, and starts to read and score the file. */
export const mapOwnEndpoint = defineEndpoint('PUT /api/own/collections/:collectionId/mapping', 'user', {
  params: ofCollection,
  body: z.object({ mapping: ownMapping }),
  output: ownCollection,
  errors: ['not_found', 'own_unreadable'],
})

/** Deletes the collection, its rows and its uploaded parts. */
export const deleteOwnEndpoint = defineEndpoint('DELETE /api/own/collections/:collectionId', 'user', {
  params: ofCollection,
  output: acknowledgement,
  errors: ['not_found'],
})

const searchOwnBody = z.object({
  keyword: z.optional(keyword),
  /** Limits the search to these collections. If it is omitted, all are searched. */
  collectionIds: z.optional(z.array(z.uuid()).check(z.maxLength(limits.ownCollections))),
})
export type OwnAsking = z.infer<typeof searchOwnBody>

/**
 * The account's rows, best match first. Without a keyword, the rows with the highest scores. This does not
 * count as a search.
 */
export const searchOwnEndpoint = defineEndpoint('POST /api/own/search', 'user', {
  body: searchOwnBody,
  output: z.object({
    results: z.array(searchResult),
    /** The number of searched rows, without rows in other languages. */
    searchedRows: z.int(),
    otherLanguages: z.int(),
    leftOut: z.nullable(z.string()),
  }),
  errors: ['invalid_keyword', 'too_many_attempts'],
})

/**
 * The needs in the account's rows that match the keyword. Without a keyword, the needs in the rows with the
 * highest scores. This does not count as a search.
 */
export const ownBriefEndpoint = defineEndpoint('POST /api/own/brief', 'user', {
  body: searchOwnBody,
  output: z.object({
    brief: briefReply,
    /**
     * For each need, how many of the best public posts for the keyword have the same need. Null without a
     * keyword, or if the comparison failed.
     */
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
    /** '' if the row has no date. */
    createdAt: z.string(),
    rating: z.nullable(z.number()),
  }),
  errors: ['not_found'],
})
