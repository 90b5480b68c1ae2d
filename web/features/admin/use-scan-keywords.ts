import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addScanKeywordsEndpoint,
  changeScanKeywordsEndpoint,
  scanKeywordsEndpoint,
} from '#contract/admin-scan-keywords.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { showToast } from '#web/ui/toast.tsx'
import { auditLogKey, scanKey, scanKeywordsKey } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'

/** The keywords that the scan reads. */
export function useScanKeywords() {
  return useQuery({ queryKey: scanKeywordsKey, queryFn: () => callAdmin(scanKeywordsEndpoint) })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [scanKeywordsKey, scanKey, auditLogKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
}

/** Makes the keywords of an export the scan's. */
export function useAddScanKeywords(onAdded: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (given: { listTitle: string; text: string }) => callAdmin(addScanKeywordsEndpoint, given),
    onSuccess: onAdded,
    onSettled: refresh,
  })
}

export type KeywordWish = { ids: readonly string[]; change: 'on' | 'off' | 'remove' }

export function useChangeScanKeywords() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (wish: KeywordWish) => callAdmin(changeScanKeywordsEndpoint, wish),
    onError: (error) =>
      showToast({
        title: 'Keywords not changed',
        description: failureMessage(error, 'The keywords could not be changed. Please try again.'),
        tone: 'destructive',
      }),
    onSettled: refresh,
  })
}
