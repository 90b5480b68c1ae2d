import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '#contract/accounts.ts'
import { exportAccountEndpoint } from '#contract/accounts.ts'
import { fetchDownload } from '#web/api-client.ts'
import { saveFile } from '#web/features/site/save-file.ts'
import { showFailure } from '#web/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** What the person may take along, and the way out. */
export function OwnData({ user }: { user: CurrentUser }) {
  const download = useAccountExport()
  const [deleting, setDeleting] = useState(false)
  return (
    <SettingsSection title="Your Data" description="It is yours: take it along, or take it away.">
      <div className="flex flex-col divide-y divide-line">
        <Row
          title="Download my data"
          action={
            <Button aria-disabled={download.isPending} onClick={() => download.mutate()}>
              <Download aria-hidden="true" className="size-4" />
              Download my data
            </Button>
          }
        >
          Everything we hold about you, as one JSON file.
        </Row>
        <Row
          title="Delete account"
          action={
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete account
            </Button>
          }
        >
          Removes your account and all that belongs to it, for good.
        </Row>
      </div>
      <DeleteAccountDialog user={user} open={deleting} onClose={() => setDeleting(false)} />
    </SettingsSection>
  )
}

type RowProps = { title: string; action: ReactNode; children: ReactNode }

function Row({ title, action, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="font-medium">{title}</h3>
        <p className="mt-0.5 text-sm text-pretty text-ink-soft">{children}</p>
      </div>
      {action}
    </div>
  )
}

const fileName = 'unmet_my_data.json'

/** Saves everything the product holds about the person as one file. */
function useAccountExport() {
  return useMutation({
    mutationFn: async () => saveFile(await fetchDownload(exportAccountEndpoint, {}), fileName),
    onSuccess: () => showToast({ title: 'Download started', description: fileName }),
    onError: (error) =>
      showFailure('Download failed', error, 'Failed to download your data. Please try again.'),
  })
}
