import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

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
  forgotten30Days: z.int(),
})
export type AdminScan = z.infer<typeof adminScan>

export const adminScanEndpoint = defineEndpoint('GET /api/admin/scan', 'admin', { output: adminScan })

/** Starts a run now; while one is under way that one goes on. `nothing_to_scan`: no target or no source is set (409). */
export const startScanEndpoint = defineEndpoint('POST /api/admin/scan', 'admin', {
  output: z.object({ runId: z.int() }),
  errors: ['nothing_to_scan'],
})
