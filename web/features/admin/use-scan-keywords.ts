import { auditLogEndpoint } from '#contract/admin-overview.ts'
import { adminScanEndpoint } from '#contract/admin-scan.ts'
import {
  addScanKeywordsEndpoint,
  changeScanKeywordsEndpoint,
  scanKeywordsEndpoint,
} from '#contract/admin-scan-keywords.ts'
import { useAction } from '#web/use-action.ts'
import { adminKeys, callAdmin } from './admin-call.ts'

const whatChanges = {
  invalidates: adminKeys(scanKeywordsEndpoint, adminScanEndpoint, auditLogEndpoint),
  awaitsRefetch: true,
}

export function useAddScanKeywords(onDone: () => void) {
  return useAction({
    run: (given: { listTitle: string; text: string }) => callAdmin(addScanKeywordsEndpoint, given),
    onDone,
    ...whatChanges,
  })
}

export type KeywordWish = { ids: readonly string[]; change: 'on' | 'off' | 'remove' }

export function useChangeScanKeywords() {
  return useAction({
    run: (wish: KeywordWish) => callAdmin(changeScanKeywordsEndpoint, wish),
    failed: { title: 'Keywords not changed', words: 'The keywords could not be changed. Please try again.' },
    ...whatChanges,
  })
}
