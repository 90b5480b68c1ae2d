import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminScanEndpoint, startScanEndpoint } from '#contract/admin-scan.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { showToast } from '#web/ui/toast.tsx'
import { scanKey } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'
import { refreshIntervals } from './refresh-intervals.ts'
import { useOperatorQuery } from './use-operator-query.ts'

/** What the daily scan read and how it went. */
export function useScan() {
  return useOperatorQuery({
    queryKey: scanKey,
    queryFn: () => callAdmin(adminScanEndpoint),
    refreshMs: refreshIntervals.statsMs,
  })
}

/** Starts a scan now, or goes on with the one that is under way. */
export function useStartScan() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => callAdmin(startScanEndpoint),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: scanKey })
      showToast({ title: 'Scan started', description: 'New posts come in while it runs.' })
    },
    onError: (error) =>
      showToast({
        title: 'Scan not started',
        description: failureMessage(error, 'The scan could not be started. Please try again.'),
        tone: 'destructive',
      }),
  })
}
