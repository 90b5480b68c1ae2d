import * as z from 'zod/mini'
import { listFile } from './community-lists.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { givenName } from './text.ts'

/** Posts that feeds gave, and those of them that were new; one that two targets gave was read twice and new once. */
const scanCounts = { postsRead: z.int(), postsNew: z.int() }

const scanRun = z.object({
  id: z.int(),
  startedBy: z.enum(['schedule', 'operator', 'command']),
  startedAt: z.string(),
  /** Null while it is under way. */
  endedAt: z.nullable(z.string()),
  targets: z.int(),
  /** How many of the targets were read, and how many were given up. */
  done: z.int(),
  failed: z.int(),
  ...scanCounts,
})
export type AdminScanRun = z.infer<typeof scanRun>

/** A target in one source, as it stands in the newest run that has it. */
const scanTarget = z.object({
  source: z.string(),
  kind: z.enum(['community', 'keyword']),
  value: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  ...scanCounts,
  /** It had more new posts than a run reads; the older ones of them were not read. */
  cutShort: z.boolean(),
  /** Why it failed last, as sentences; null when it did not. */
  reason: z.nullable(z.string()),
  /** What of it was not taken, or not as it stands, when it was last read, as sentences. */
  notes: z.array(z.string()),
  lastSuccessAt: z.nullable(z.string()),
})
export type AdminScanTarget = z.infer<typeof scanTarget>

/** How far the posts of one source are asked about: whether they still stand there. */
const deletionCheck = z.object({
  source: z.string(),
  posts: z.int(),
  /** Those of them that came from searches and scans and were last seen more than 48 hours ago. */
  overdue: z.int(),
  /** Said to be gone together with too many others: removed when the source says so again. */
  doubted: z.int(),
  /** When the post that was asked about longest ago was asked about; null without posts. */
  oldestCheckAt: z.nullable(z.string()),
})
export type AdminDeletionCheck = z.infer<typeof deletionCheck>

const adminScan = z.object({
  /** Null when nothing stands in the way; else what to set, as a sentence. */
  missing: z.nullable(z.string()),
  /** When the next run begins by itself; null when none does. */
  nextScanAt: z.nullable(z.string()),
  timeZone: z.string(),
  today: z.object(scanCounts),
  /** The last 30 days, today among them. Days are those of the operator's time zone. */
  last30Days: z.object(scanCounts),
  /** The newest ten, newest first. */
  runs: z.array(scanRun),
  targets: z.array(scanTarget),
  deletion: z.array(deletionCheck),
  /** Posts that went in the last 30 days because they were deleted, or the operator said so. */
  purged30Days: z.int(),
})
export type AdminScan = z.infer<typeof adminScan>

export const adminScanEndpoint = defineEndpoint('GET /api/admin/scan', 'admin', { output: adminScan })

/** Starts a run now; while one is under way that one goes on. `nothing_to_scan`: no target or no source is set (409). */
export const startScanEndpoint = defineEndpoint('POST /api/admin/scan', 'admin', {
  output: z.object({ runId: z.int() }),
  errors: ['nothing_to_scan'],
})

const scanKeyword = z.object({
  id: z.string(),
  keyword: z.string(),
  /** What the operator calls the list that it came with; null for what SCAN_KEYWORDS names. */
  list: z.nullable(z.string()),
  enabled: z.boolean(),
})
export type ScanKeyword = z.infer<typeof scanKeyword>

const scanKeywords = z.object({
  /** List by list, those of the environment first. */
  keywords: z.array(scanKeyword),
  most: z.int(),
})
export type ScanKeywords = z.infer<typeof scanKeywords>

export const scanKeywordsEndpoint = defineEndpoint('GET /api/admin/scan-keywords', 'admin', {
  output: scanKeywords,
})

/** Read every day from now on: all, or none where there is no room (`source_conflict`, 409) or no keyword in it (422). */
export const addScanKeywordsEndpoint = defineEndpoint('POST /api/admin/scan-keywords', 'admin', {
  body: z.object({
    listTitle: givenName('Give the list a name'),
    text: listFile('Choose a file, or write keywords, one a line'),
  }),
  bodyCharacters: limits.listFileCharacters,
  output: z.object({
    added: z.int(),
    /** Those that were here already. */
    known: z.int(),
    /** What could not be taken over, as sentences, at most 20. */
    leftOut: z.array(z.string()),
  }),
  errors: ['source_unreadable', 'source_conflict', 'body_too_large'],
})

/** Those that are not here any more are passed over. */
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
