import { useMutation } from '@tanstack/react-query'
import { exportAccountEndpoint } from '#contract/accounts.ts'
import { fetchDownload } from '#web/api-client.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { saveFile } from '#web/features/site/save-file.ts'
import { showToast } from '#web/ui/toast.tsx'

const fileName = 'unmet_my_data.json'

/** Saves everything the product holds about the person as one file. */
export function useAccountExport() {
  return useMutation({
    mutationFn: async () => saveFile(await fetchDownload(exportAccountEndpoint, {}), fileName),
    onSuccess: () => showToast({ title: 'Download started', description: fileName }),
    onError: (error) =>
      showToast({
        title: 'Download failed',
        description: failureMessage(error, 'Failed to download your data. Please try again.'),
        tone: 'destructive',
      }),
  })
}
