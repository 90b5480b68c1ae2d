import * as z from 'zod/mini'
import { listFile } from './community-lists.ts'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { givenName } from './text.ts'

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
