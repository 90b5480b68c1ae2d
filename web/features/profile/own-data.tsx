import { useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type CurrentUser, deleteAccountEndpoint, exportAccountEndpoint } from '#contract/accounts.ts'
import { callEndpoint, fetchDownload } from '#web/api-client.ts'
import { clearPersonalData } from '#web/current-user-cache.ts'
import { FormDialog } from '#web/features/accounts/form-dialog.tsx'
import { saveFile } from '#web/features/site/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { useAction } from '#web/use-action.ts'

export function OwnData({ user }: { user: CurrentUser }) {
  const download = useAccountExport()
  const [deleting, setDeleting] = useState(false)
  return (
    <SettingsSection title="Your Data" description="It is yours: take it along, or take it away.">
      <div className="flex flex-col divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
        <SettingsRow
          title="Download my data"
          actions={
            <Button aria-disabled={download.isPending} onClick={() => download.mutate()}>
              <Download className="size-4" />
              Download my data
            </Button>
          }
        >
          Everything we hold about you, as one JSON file.
        </SettingsRow>
        <SettingsRow
          title="Delete account"
          actions={
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete account
            </Button>
          }
        >
          Removes your account and all that belongs to it, for good.
        </SettingsRow>
      </div>
      <DeleteAccountDialog user={user} open={deleting} onClose={() => setDeleting(false)} />
    </SettingsSection>
  )
}

const fileName = 'unmet_my_data.json'

/** Saves everything the product holds about the person as one file. */
function useAccountExport() {
  return useAction({
    run: async () => saveFile(await fetchDownload(exportAccountEndpoint, {}), fileName),
    toast: { title: 'Download started', description: fileName },
    failed: { title: 'Download failed', words: 'Failed to download your data. Please try again.' },
  })
}

type DeleteAccountDialogProps = { user: CurrentUser; open: boolean; onClose: () => void }

function DeleteAccountDialog({ user, open, onClose }: DeleteAccountDialogProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Delete your account?"
      description={<WhatGoes pro={user.subscriptionTier === 'pro'} />}
      schema={deleteAccountEndpoint.body}
      run={(body) => callEndpoint(deleteAccountEndpoint, { body })}
      onDone={async () => {
        await navigate('/')
        clearPersonalData(queryClient)
      }}
      toast={{ title: 'Account Deleted', description: 'Everything that was yours here is gone.' }}
      failed={{ title: 'Account Not Deleted', words: 'Failed to delete your account. Please try again.' }}
      fieldOfError={{ wrong_password: 'password' }}
      cancelLabel="Keep my account"
      variant="danger"
      submit="Delete account"
      pendingLabel="Deleting..."
    >
      {user.hasPassword ? (
        <PasswordField label="Password" name="password" autoComplete="current-password" />
      ) : (
        <TextField label={`Type ${user.email} to confirm`} name="password" autoComplete="off" />
      )}
    </FormDialog>
  )
}

function WhatGoes({ pro }: { pro: boolean }) {
  return (
    <>
      <p>This cannot be undone. At once and for good, we delete:</p>
      <ul className="mt-2 list-disc pl-5 marker:text-danger">
        <li>your account, name and email address</li>
        <li>your search history and the results kept with it</li>
        <li>every session, also on other devices</li>
        {pro ? <li>your Pro subscription, which ends first</li> : null}
      </ul>
    </>
  )
}
