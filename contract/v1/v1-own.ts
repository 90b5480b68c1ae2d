import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { ownFormat } from '#contract/own-material.ts'
import { givenName, requiredText, uuidOrNone } from '#contract/text.ts'
import { described, named } from './described.ts'
import { briefAround, briefNeed } from './v1-brief.ts'
import { v1Count } from './v1-fields.ts'
import { v1Post, v1Reason } from './v1-post.ts'

const collection = named(
  z.object({
    id: z.string(),
    name: z.string(),
    state: described(
      z.enum(['uploading', 'scoring', 'ready', 'failed']),
      'Rows can be searched as soon as they are scored',
    ),
    rows: z.int(),
    otherLanguages: described(z.int(), 'Rows that are not English, which are stored but not searched'),
    rejected: described(z.int(), 'Rows that could not be read'),
    beyondLimit: described(
      z.int(),
      'Rows that were not stored because of the limit of the plan or the collection',
    ),
    notes: described(z.array(z.string()), 'Notes about how the file was read'),
    failure: described(z.nullable(z.string()), 'Why it failed'),
    createdAt: z.string(),
  }),
  'Collection',
)
export type V1Collection = z.infer<typeof collection>

const collections = named(
  z.object({
    collections: z.array(collection),
    rows: described(z.int(), 'Of all collections'),
    mostRows: described(z.int(), 'How many rows the plan allows'),
  }),
  'Collections',
)
export type V1Collections = z.infer<typeof collections>

export const v1OwnCollectionsEndpoint = defineEndpoint('GET /api/v1/own/collections', 'key:own', {
  operation: 'listOwn',
  summary: 'Your own uploads',
  output: collections,
})

const columnName = z.string().check(z.minLength(1), z.maxLength(limits.ownColumnCharacters))
const column = z.optional(z.nullable(columnName))

export const v1UploadOwnEndpoint = defineEndpoint('POST /api/v1/own/collections', 'key:own', {
  operation: 'uploadOwn',
  summary: 'Upload material of your own',
  description: `A table, JSON or plain text of up to ${limits.ownPartCharacters.toLocaleString('en-US')} characters; larger files on the page. Only your account sees it. Scored in the background: ask for the collections until it is \`ready\`.`,
  body: z.strictObject({
    name: described(givenName('Give the collection a name'), 'Of the collection'),
    text: described(
      requiredText('Send the text of a file', {
        most: limits.ownPartCharacters,
        tooLong: `A text has at most ${limits.ownPartCharacters.toLocaleString('en-US')} characters`,
      }),
      'The content of the file',
    ),
    format: described(z.optional(ownFormat), 'Guessed without it'),
    hasHeader: described(z.optional(z.boolean()), 'Whether the first line names the columns; else guessed'),
    columns: described(
      z.optional(
        z.strictObject({
          title: column,
          text: z.optional(z.array(columnName).check(z.minLength(1), z.maxLength(limits.ownTextColumns))),
          date: column,
          link: column,
          group: column,
          rating: column,
        }),
      ),
      'The names of the columns for each role; omitted roles are guessed, null means no column',
    ),
  }),
  bodyCharacters: limits.ownPartCharacters + 20_000,
  example: { name: 'Tickets', text: 'text\nI would pay for a tool that sends invoices.' },
  output: collection,
  errors: ['own_limit', 'own_unreadable', 'body_too_large'],
})

export const v1DeleteOwnEndpoint = defineEndpoint('DELETE /api/v1/own/collections/:collectionId', 'key:own', {
  operation: 'deleteOwn',
  summary: 'Delete an upload with all of its rows',
  description: 'It cannot be restored. Returns the collections that are left.',
  params: z.object({ collectionId: described(uuidOrNone, 'The `id` of a collection') }),
  output: collections,
  errors: ['not_found'],
})

const asked = z.strictObject({
  keyword: z.optional(z.string().check(z.minLength(1), z.maxLength(limits.keywordCharacters))),
  collectionIds: z.optional(z.array(z.uuid()).check(z.maxLength(limits.ownCollections))),
})

const v1OwnRows = named(
  z.object({
    posts: z.array(named(z.extend(v1Post, { rating: z.nullable(z.number()) }), 'OwnRow')),
    searchedRows: z.int(),
    otherLanguages: described(z.int(), 'Rows in other languages, which are not searched'),
    note: described(z.nullable(z.string()), 'What was not searched'),
  }),
  'OwnRows',
)
export type V1OwnRows = z.infer<typeof v1OwnRows>

export const v1OwnEndpoint = defineEndpoint('POST /api/v1/own/search', 'key:own', {
  operation: 'searchOwn',
  summary: 'Search your own uploads',
  description: 'Costs no search. Without a keyword, the rows with the highest scores.',
  body: asked,
  example: { keyword: 'invoices' },
  output: v1OwnRows,
  errors: ['invalid_keyword', 'too_many_attempts'],
})

const v1OwnBriefReply = named(
  z.object({
    posts: described(v1Count, 'The number of rows with potential from which the brief is made'),
    ...briefAround,
    needs: z.array(
      named(
        z.object({
          ...briefNeed,
          oldestPostAt: described(z.nullable(z.string()), 'Null if no row has a date'),
          newestPostAt: z.nullable(z.string()),
          rowIds: described(z.array(z.string()), 'All rows of this need, the strongest first'),
          publicPosts: described(
            z.nullable(z.int()),
            'How many of the best public posts for the keyword have the same need; null without a keyword',
          ),
        }),
        'OwnNeed',
      ),
    ),
  }),
  'OwnBrief',
)
export type V1OwnBriefReply = z.infer<typeof v1OwnBriefReply>

export const v1OwnBriefEndpoint = defineEndpoint('POST /api/v1/own/brief', 'key:own', {
  operation: 'readOwnBrief',
  summary: 'The needs of people in your own uploads',
  description:
    'Costs no search. Without a keyword, the needs in the rows with the highest scores. The `id` of a quote is that of its row.',
  body: asked,
  example: { keyword: 'invoices' },
  output: v1OwnBriefReply,
  errors: ['invalid_keyword', 'too_many_attempts', 'overloaded'],
})

export const v1OwnRowEndpoint = defineEndpoint('GET /api/v1/own/rows/:rowId', 'key:own', {
  operation: 'readOwnRow',
  summary: 'Read a row of your uploads, with all reasons of its score',
  params: z.object({
    rowId: described(z.catch(z.string().check(z.regex(/^[1-9]\d{0,14}$/u)), '0'), 'The `id` of a row'),
  }),
  output: named(
    z.object({
      id: z.string(),
      collection: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.nullable(z.string()),
      createdAt: z.nullable(z.string()),
      rating: z.nullable(z.number()),
      score: z.int(),
      persona: z.string(),
      signals: z.array(z.string()),
      base: z.nullable(z.number()),
      reasons: z.array(v1Reason),
      scorerVersion: z.string(),
    }),
    'WholeOwnRow',
  ),
  errors: ['not_found'],
})
