import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '#contract/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { useAccountExport } from './use-account-export.ts'

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
            <Button
              aria-disabled={download.isPending}
              onClick={() => (download.isPending ? undefined : download.mutate())}
            >
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
