import * as z from 'zod/mini'
import { listFile } from './community-lists.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { givenName, requiredLine } from './text.ts'

/**
 * The number of posts that were read, and the number of new posts among them. A post of two targets counts
 * twice as read, but only once as new.
 */
const scanCounts = { postsRead: z.int(), postsNew: z.int() }

const scanRun = z.object({
  id: z.int(),
  startedBy: z.enum(['schedule', 'operator', 'command']),
  startedAt: z.string(),
  /** Null while the run is in progress. */
  endedAt: z.nullable(z.string()),
  targets: z.int(),
  /** The number of targets that were read, and of targets that failed. */
  done: z.int(),
  failed: z.int(),
  ...scanCounts,
})
export type AdminScanRun = z.infer<typeof scanRun>

/** A target in one source, with its state in its latest run. */
const scanTarget = z.object({
  source: z.string(),
  kind: z.enum(['community', 'keyword']),
  value: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  ...scanCounts,
  /** True if the source had more new posts than a run reads, so that older ones were skipped. */
  cutShort: z.boolean(),
  /** The reasons of the last failure as sentences. Null if the last read succeeded. */
  reason: z.nullable(z.string()),
  /** What was skipped or changed in the last read, as sentences. */
  notes: z.array(z.string()),
  lastSuccessAt: z.nullable(z.string()),
})
export type AdminScanTarget = z.infer<typeof scanTarget>

/** How up to date the deletion checks of a source are. */
const deletionCheck = z.object({
  source: z.string(),
  posts: z.int(),
  /** How many posts from searches and scans were last checked more than 48 hours ago. */
  overdue: z.int(),
  /**
   * The number of posts whose reported deletion is doubted, because too many were reported at once. These
   * posts are purged if the source confirms the report.
   */
  doubted: z.int(),
  /** The time of the oldest check. Null if there are no posts. */
  oldestCheckAt: z.nullable(z.string()),
})
export type AdminDeletionCheck = z.infer<typeof deletionCheck>

/** Posts of a restored backup, hidden until their source has been asked whether they still exist. */
const heldSource = z.object({
  source: z.string(),
  posts: z.int(),
  /** When the backup was restored. */
  heldAt: z.string(),
  /**
   * The number of posts whose reported deletion is doubted, because too many were reported at once. These
   * posts are purged if the source confirms the report.
   */
  doubted: z.int(),
  /**
   * `asking`: the source is being asked. `unasked`: no configured source can be asked. `releasing`: the
   * operator is releasing the posts.
   */
  state: z.enum(['asking', 'unasked', 'releasing']),
})
export type AdminHeldSource = z.infer<typeof heldSource>

const adminScan = z.object({
  /** What has to be configured before a scan is possible, as a sentence. Null if nothing is missing. */
  missing: z.nullable(z.string()),
  /** When the next scheduled run starts. Null if there is no schedule. */
  nextScanAt: z.nullable(z.string()),
  timeZone: z.string(),
  today: z.object(scanCounts),
  /** The last 30 days, including today, in the operator's time zone. */
  last30Days: z.object(scanCounts),
  /** The newest ten runs, newest first. */
  runs: z.array(scanRun),
  targets: z.array(scanTarget),
  deletion: z.array(deletionCheck),
  held: z.array(heldSource),
  /**
   * The number of posts purged in the last 30 days, because they were deleted or because the operator
   * requested it.
   */
  purged30Days: z.int(),
})
export type AdminScan = z.infer<typeof adminScan>

export const adminScanEndpoint = defineEndpoint('GET /api/admin/scan', 'admin', { output: adminScan })

/**
 * Starts a run now, unless one is in progress. `nothing_to_scan` means that no target or source is configured
 * (409).
 */
export const startScanEndpoint = defineEndpoint('POST /api/admin/scan', 'admin', {
  output: z.object({ runId: z.int() }),
  errors: ['nothing_to_scan'],
})

/** Releases the held posts of a source in the background, without asking the source. 404 if none are held. */
export const releaseHeldEndpoint = defineEndpoint('POST /api/admin/held-posts/release', 'admin', {
  body: z.object({
    source: requiredLine('Name a source', {
      most: 253,
      tooLong: 'This is no name of a source',
      unclean: 'This is no name of a source',
    }),
  }),
  output: z.object({ posts: z.int() }),
  errors: ['not_found'],
})

const scanKeyword = z.object({
  id: z.string(),
  keyword: z.string(),
  /** The operator's name for the imported list. Null for keywords of SCAN_KEYWORDS. */
  list: z.nullable(z.string()),
  enabled: z.boolean(),
})
export type ScanKeyword = z.infer<typeof scanKeyword>

const scanKeywords = z.object({
  /** Grouped by list. Keywords from the environment come first. */
  keywords: z.array(scanKeyword),
  most: z.int(),
})
export type ScanKeywords = z.infer<typeof scanKeywords>

export const scanKeywordsEndpoint = defineEndpoint('GET /api/admin/scan-keywords', 'admin', {
  output: scanKeywords,
})

/**
 * Adds keywords to scan every day from now on. Adds all of them, or none if there are too many
 * (`source_conflict`, 409) or if the text contains none (422).
 */
export const addScanKeywordsEndpoint = defineEndpoint('POST /api/admin/scan-keywords', 'admin', {
  body: z.object({
    listTitle: givenName('Give the list a name'),
    text: listFile('Choose a file, or write keywords, one a line'),
  }),
  bodyCharacters: limits.listFileCharacters,
  output: z.object({
    added: z.int(),
    /** The number of keywords that existed already. */
    known: z.int(),
    /** What could not be imported, as at most 20 sentences. */
    leftOut: z.array(z.string()),
  }),
  errors: ['source_unreadable', 'source_conflict', 'body_too_large'],
})

/** Keywords that no longer exist are ignored. */
export const changeScanKeywordsEndpoint = defineEndpoint('PUT /api/admin/scan-keywords', 'admin', {
  body: z.object({
    ids: z
      .array(z.uuid('This is not a keyword'), 'Name keywords')
      .check(
        z.minLength(1, 'Name keywords'),
        z.maxLength(limits.scanKeywords * 2, 'These are too many at once'),
      ),
    change: z.enum(['on', 'off', 'remove'], 'Say on, off or remove'),
  }),
  output: z.object({ changed: z.int() }),
  errors: ['not_found'],
})
