import { useMutation, useQueryClient } from '@tanstack/react-query'
import { exportUsersEndpoint } from '#contract/admin-users.ts'
import { fetchDownload } from '#web/api-client.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { saveFile } from '#web/features/site/save-file.ts'
import { showToast } from '#web/ui/toast.tsx'
import { auditLogKey } from './admin-cache.ts'
import { adminFailure, withQuery } from './admin-call.ts'
import { selectionQuery, type UserView } from './user-view.ts'

const fileName = 'unmet-users.csv'

async function downloadUsers(view: UserView): Promise<void> {
  const content = await fetchDownload(withQuery(exportUsersEndpoint, selectionQuery(view)), {}).catch(
    (error) => {
      throw adminFailure(error)
    },
  )
  saveFile(content, fileName)
}

/** Saves all users that fit the filter and the search as a CSV file. */
export function useUsersExport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: downloadUsers,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: auditLogKey })
      showToast({ title: 'Download started', description: fileName })
    },
    onError: (error) =>
      showToast({
        title: 'Download failed',
        description: failureMessage(error, 'Failed to export the users. Please try again.'),
        tone: 'destructive',
      }),
  })
}
