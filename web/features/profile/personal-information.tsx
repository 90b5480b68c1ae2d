import { useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type CurrentUser,
  deleteAccountEndpoint,
  exportAccountEndpoint,
  updateProfileEndpoint,
} from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import type { UsageStats } from '#contract/usage.ts'
import { callEndpoint, fetchDownload } from '#web/api-client.ts'
import { clearPersonalData, currentUserKey } from '#web/current-user-cache.ts'
import { ActionForm } from '#web/features/accounts/action-form.tsx'
import { NameFields } from '#web/features/accounts/credential-fields.tsx'
import { FormDialog } from '#web/features/accounts/form-dialog.tsx'
import { searchesLeft, useUsageStats } from '#web/features/home/use-account-allowance.ts'
import { formatLongDay } from '#web/features/site/format-date.ts'
import { saveFile } from '#web/features/site/save-file.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'
import { useAction } from '#web/use-action.ts'

export function PersonalInformation({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  return (
    <SettingsSection title="Personal Information" description="How we greet you. Only you see this.">
      <ActionForm
        label="Personal Information"
        schema={updateProfileEndpoint.body}
        run={(body) => callEndpoint(updateProfileEndpoint, { body })}
        onDone={(changed) => queryClient.setQueryData(currentUserKey, changed)}
        toast={{ title: 'Profile Updated', description: 'Your name has been saved.' }}
        failed={{ title: 'Update Failed', words: 'Failed to update profile. Please try again.' }}
        submit="Save Changes"
        submitClass="self-start"
        pendingLabel="Saving..."
      >
        <NameFields values={user} />
        <TextField
          label="Email"
          name="email"
          type="email"
          value={user.email}
          readOnly
          autoComplete="off"
          hint="To change your email address, please contact support."
        />
      </ActionForm>
    </SettingsSection>
  )
}

export function AccountInformation({ user }: { user: CurrentUser }) {
  const usage = useUsageStats(true)
  const pro = user.subscriptionTier === 'pro'
  const showStat = (words: (stats: UsageStats) => ReactNode) => {
    if (usage.data) return words(usage.data)
    return usage.isError ? 'Could not be read' : <Skeleton className="h-5 w-20" />
  }
  return (
    <SettingsSection title="Account Information" description="Your plan and what you have used of it.">
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Fact term="Plan">
          <Badge variant={pro ? 'default' : 'secondary'}>{pro ? 'Pro' : 'Free'}</Badge>
        </Fact>
        <Fact term="Account Status">{showStat((stats) => stats.accountStatus)}</Fact>
        <Fact term="Searches this month">
          {showStat((stats) =>
            searchesLeft(stats) === null
              ? `${stats.searchesThisMonth} (unlimited)`
              : `${stats.searchesThisMonth} / ${limits.freeSearchesPerMonth}`,
          )}
        </Fact>
        <Fact term="New month begins">{showStat((stats) => formatLongDay(stats.periodEndsAt))}</Fact>
        <Fact term="Member since">{formatLongDay(user.createdAt)}</Fact>
      </dl>
    </SettingsSection>
  )
}

const fileName = 'unmet_my_data.json'

export function OwnData({ user }: { user: CurrentUser }) {
  const download = useAction({
    run: async () => saveFile(await fetchDownload(exportAccountEndpoint, {}), fileName),
    toast: { title: 'Download started', description: fileName },
    failed: { title: 'Download failed', words: 'Failed to download your data. Please try again.' },
  })
  const [deleting, setDeleting] = useState(false)
  return (
    <SettingsSection title="Your Data" description="Download your data, or delete your account.">
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
          Permanently deletes your account and all of its data.
        </SettingsRow>
      </div>
      <DeleteAccountDialog user={user} open={deleting} onClose={() => setDeleting(false)} />
    </SettingsSection>
  )
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
      toast={{ title: 'Account Deleted', description: 'All your data has been deleted.' }}
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
        <li>your own material, lists, watches and their feeds, webhooks and digests</li>
        <li>your API keys, and every session, also on other devices</li>
        {pro ? <li>your Pro subscription, which ends first</li> : null}
      </ul>
    </>
  )
}
