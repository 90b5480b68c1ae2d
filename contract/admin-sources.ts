import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { isCleanText } from './text.ts'

const sourceKind = z.enum(['feed', 'discourse', 'lemmy', 'piefed', 'hacker-news', 'stack-exchange', 'github'])
export type SourceKind = z.infer<typeof sourceKind>

/** The number of hours between two reads. */
const readingIntervals = [1, 3, 6, 12, 24, 168] as const

export const sourceLimits = {
  /** The maximum number of sites that every search queries. */
  searchedMost: 60,
  feedsMost: 500,
  communitiesMost: 20,
  addressCharacters: 500,
  opmlCharacters: 500_000,
} as const

/** Notes for the operator about a kind of source, as sentences. */
const sourceFacts = z.object({ terms: z.string(), limits: z.string(), rights: z.string() })
export type SourceFacts = z.infer<typeof sourceFacts>

const adminSource = z.object({
  /** Null for sources that only environment variables configure. */
  id: z.nullable(z.string()),
  kind: z.union([sourceKind, z.enum(['reddit', 'arctic-shift'])]),
  /** The source's name, as it is stored with its posts. */
  name: z.string(),
  address: z.string(),
  title: z.string(),
  /**
   * Categories, communities or tags to read. If there are none, the newest posts of the whole source are
   * read.
   */
  communities: z.array(z.string()),
  everyHours: z.int(),
  /** `off`: an environment variable turns it off. `removing`: its posts are being deleted. */
  state: z.enum(['on', 'paused', 'off', 'removing']),
  addedBy: z.enum(['operator', 'environment', 'product']),
  lastSuccessAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** What was skipped or changed in the last read, as sentences. */
  notes: z.array(z.string()),
  /** Whether the source is queued for reading or is being read. */
  waiting: z.boolean(),
  posts: z.int(),
  /** How many calls our own limit still allows. Null if nothing was counted yet. */
  callsLeft: z.nullable(z.int()),
  /** How many posts were last checked for deletion more than 48 hours ago. */
  overdue: z.int(),
  /** A current notice for the operator. */
  notice: z.nullable(z.string()),
  facts: sourceFacts,
})
export type AdminSource = z.infer<typeof adminSource>

const adminSources = z.object({
  sources: z.array(adminSource),
  /** Sources that need no key and have not been added yet. */
  suggestions: z.array(z.object({ title: z.string(), address: z.string(), why: z.string() })),
  /** Whether sources are read on a schedule, and not only when a scan is started. */
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
  /** The sentence with the most points. Null if no sentence has points. */
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
  /** Why the source cannot be added, as a sentence. Null if it can be added. */
  conflict: z.nullable(z.string()),
  /** At most five of the newest posts. */
  posts: z.array(triedPost),
  /** What is skipped or changed, as sentences. */
  notes: z.array(z.string()),
})
export type TriedSource = z.infer<typeof triedSource>

/**
 * Previews the source at a URL without storing anything. `source_unreadable` means that there is no source at
 * this URL (422).
 */
export const trySourceEndpoint = defineEndpoint('POST /api/admin/sources/try', 'admin', {
  body: z.object({ url: givenAddress }),
  output: triedSource,
  errors: ['source_unreadable'],
})

/**
 * Adds the source at a URL and starts to read it. `source_conflict` means that it exists already, or that
 * there are too many sources (409).
 */
export const addSourceEndpoint = defineEndpoint('POST /api/admin/sources', 'admin', {
  body: z.object({ url: givenAddress }),
  output: z.object({ id: z.string(), title: z.string() }),
  errors: ['source_unreadable', 'source_conflict'],
})

const sourceId = z.object({ sourceId: z.uuid('This is not a source') })
const acknowledged = z.object({ title: z.string() })

/** A format that fits every kind of source. Each kind also has a stricter format. */
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

/** Fields that are omitted do not change. */
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

/** From now on the source is not queried. Its posts are deleted in the background. */
export const removeSourceEndpoint = defineEndpoint('DELETE /api/admin/sources/:sourceId', 'admin', {
  params: sourceId,
  output: acknowledged,
  errors: ['not_found'],
})

/** Adds the feeds of an OPML file. `source_unreadable` means that the file is not OPML. */
export const importOpmlEndpoint = defineEndpoint('POST /api/admin/sources/opml', 'admin', {
  body: z.object({
    opml: z.string('Give the text of an OPML file').check(z.maxLength(sourceLimits.opmlCharacters)),
  }),
  bodyCharacters: sourceLimits.opmlCharacters,
  output: z.object({
    added: z.int(),
    known: z.int(),
    /** URLs that were not added, with the reason; at most 20. */
    refused: z.array(z.object({ address: z.string(), reason: z.string() })),
    refusedCount: z.int(),
  }),
  errors: ['source_unreadable'],
})

export const exportOpmlEndpoint = defineEndpoint('GET /api/admin/sources/opml', 'admin', {
  output: 'download',
  errors: ['not_found'],
})
