import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { isCleanText } from './text.ts'

const sourceKind = z.enum(['feed', 'discourse', 'lemmy', 'piefed', 'hacker-news', 'stack-exchange', 'github'])
export type SourceKind = z.infer<typeof sourceKind>

/** So many hours lie between two readings. */
const readingIntervals = [1, 3, 6, 12, 24, 168] as const

export const sourceLimits = {
  /** Every search asks each of them. */
  searchedMost: 60,
  feedsMost: 500,
  communitiesMost: 20,
  addressCharacters: 500,
  opmlCharacters: 500_000,
} as const

/** What an operator has to know of a kind of source, as sentences. */
const sourceFacts = z.object({ terms: z.string(), limits: z.string(), rights: z.string() })
export type SourceFacts = z.infer<typeof sourceFacts>

const adminSource = z.object({
  /** Null for what only variables set up. */
  id: z.nullable(z.string()),
  kind: z.union([sourceKind, z.enum(['reddit', 'arctic-shift'])]),
  /** What its posts are kept under. */
  name: z.string(),
  address: z.string(),
  title: z.string(),
  /** Categories, communities or tags that are read; none: its newest posts. */
  communities: z.array(z.string()),
  everyHours: z.int(),
  /** `off`: a variable says so. `removing`: what it brought is being deleted. */
  state: z.enum(['on', 'paused', 'off', 'removing']),
  addedBy: z.enum(['operator', 'environment', 'product']),
  lastSuccessAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** What of it was not taken, or not as it stands, when it was last read, as sentences. */
  notes: z.array(z.string()),
  /** It is in line to be read, or being read. */
  waiting: z.boolean(),
  posts: z.int(),
  /** Of the calls that we allow ourselves, so many are left now; null where nobody counts yet. */
  callsLeft: z.nullable(z.int()),
  /** Posts of it that were not seen there for 48 hours, though they should have been asked about. */
  overdue: z.int(),
  /** What the operator should know of it now. */
  notice: z.nullable(z.string()),
  facts: sourceFacts,
})
export type AdminSource = z.infer<typeof adminSource>

const adminSources = z.object({
  sources: z.array(adminSource),
  /** Work without keys; those that are here already are left out. */
  suggestions: z.array(z.object({ title: z.string(), address: z.string(), why: z.string() })),
  /** Whether sources are read by themselves; else only when somebody starts a scan. */
  readsByItself: z.boolean(),
})
export type AdminSources = z.infer<typeof adminSources>

export const adminSourcesEndpoint = defineEndpoint('GET /api/admin/sources', 'admin', {
  output: adminSources,
})

const givenAddress = z.string('Give the address of a feed, a forum or an instance').check(
  z.trim(),
  z.minLength(1, 'Give the address of a feed, a forum or an instance'),
  z.maxLength(sourceLimits.addressCharacters, 'This address is too long'),
  z.refine((text) => isCleanText(text) && !/\s/u.test(text), 'An address has no spaces in it'),
)

const triedPost = z.object({
  title: z.string(),
  community: z.string(),
  url: z.nullable(z.string()),
  createdAt: z.string(),
  score: z.int(),
  /** The sentence that earned it most; null where none did. */
  sentence: z.nullable(z.string()),
})
export type TriedPost = z.infer<typeof triedPost>

const triedSource = z.object({
  kind: sourceKind,
  name: z.string(),
  address: z.string(),
  title: z.string(),
  communities: z.array(z.string()),
  facts: sourceFacts,
  /** Why it cannot be added, as a sentence; null when it can. */
  conflict: z.nullable(z.string()),
  /** At most five of its newest. */
  posts: z.array(triedPost),
  /** What of it is not taken, or not as it stands, in sentences. */
  notes: z.array(z.string()),
})
export type TriedSource = z.infer<typeof triedSource>

/** Finds out what stands at an address, and keeps nothing. `source_unreadable` (422): nothing that can be read does. */
export const trySourceEndpoint = defineEndpoint('POST /api/admin/sources/try', 'admin', {
  body: z.object({ url: givenAddress }),
  output: triedSource,
  errors: ['source_unreadable'],
})

/** Adds what stands at an address and begins to read it. `source_conflict` (409): it is there, or there are too many. */
export const addSourceEndpoint = defineEndpoint('POST /api/admin/sources', 'admin', {
  body: z.object({ url: givenAddress }),
  output: z.object({ id: z.string(), title: z.string() }),
  errors: ['source_unreadable', 'source_conflict'],
})

const sourceId = z.object({ sourceId: z.uuid('This is not a source') })
const acknowledged = z.object({ title: z.string() })

/** Each kind of source has a narrower form of its own. */
const communityNames = z
  .array(
    z
      .string()
      .check(
        z.trim(),
        z.regex(
          /^[^\p{Cc}\p{Cs}",]{1,120}$/u,
          'A community, category, tag or label has up to 120 characters, without commas and quotes',
        ),
      ),
  )
  .check(
    z.maxLength(sourceLimits.communitiesMost, `At most ${sourceLimits.communitiesMost} of them are read`),
  )

/** What is not given stays. */
const sourceChange = z.object({
  enabled: z.optional(z.boolean()),
  everyHours: z.optional(z.union(readingIntervals.map((hours) => z.literal(hours)))),
  communities: z.optional(communityNames),
})
export type SourceChange = z.infer<typeof sourceChange>

export const changeSourceEndpoint = defineEndpoint('PUT /api/admin/sources/:sourceId', 'admin', {
  params: sourceId,
  body: sourceChange,
  output: acknowledged,
  errors: ['not_found'],
})

/** It is not asked any more; what it brought goes in the background. */
export const removeSourceEndpoint = defineEndpoint('DELETE /api/admin/sources/:sourceId', 'admin', {
  params: sourceId,
  output: acknowledged,
  errors: ['not_found'],
})

/** The feeds of a list as readers of feeds write it. `source_unreadable`: it is none. */
export const importOpmlEndpoint = defineEndpoint('POST /api/admin/sources/opml', 'admin', {
  body: z.object({
    opml: z.string('Give the text of an OPML file').check(z.maxLength(sourceLimits.opmlCharacters)),
  }),
  bodyCharacters: sourceLimits.opmlCharacters,
  output: z.object({
    added: z.int(),
    known: z.int(),
    /** Addresses that were not taken, each with why, at most 20. */
    refused: z.array(z.object({ address: z.string(), reason: z.string() })),
    refusedCount: z.int(),
  }),
  errors: ['source_unreadable'],
})

export const exportOpmlEndpoint = defineEndpoint('GET /api/admin/sources/opml', 'admin', {
  output: 'download',
})
