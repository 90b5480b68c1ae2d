import { useMutation } from '@tanstack/react-query'
import { downloadEndpoint } from '#contract/search.ts'
import { ApiError, fetchDownload } from '#web/api-client.ts'
import { saveFile } from '#web/features/site/save-file.ts'
import { showToast } from '#web/ui/toast.tsx'

async function downloadCsv(sessionId: string): Promise<void> {
  if (sessionId === '') throw new Error('No session ID available for CSV download')
  const content = await fetchDownload(downloadEndpoint, { params: { sessionId } })
  saveFile(content, `unmet_problems_${sessionId}.csv`)
}

function downloadFailure(error: Error): string {
  if (error instanceof ApiError && error.userMessage !== undefined) return error.userMessage
  return error.message.startsWith('No session ID') ? error.message : 'Failed to download CSV file'
}

/** Saves the results of a session as a CSV file and says how it went. */
export function useCsvDownload() {
  return useMutation({
    mutationFn: downloadCsv,
    onSuccess: (_, sessionId) =>
      showToast({ title: 'Download started', description: `unmet_problems_${sessionId}.csv` }),
    onError: (error) =>
      showToast({ title: 'Download failed', description: downloadFailure(error), tone: 'destructive' }),
  })
}
