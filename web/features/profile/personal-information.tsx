import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CurrentUser, updateProfileEndpoint } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import type { UsageStats } from '#contract/usage.ts'
import { callEndpoint } from '#web/api-client.ts'
import { currentUserKey } from '#web/current-user-cache.ts'
import { ActionForm } from '#web/features/accounts/action-form.tsx'
import { NameFields } from '#web/features/accounts/credential-fields.tsx'
import { useUsageStats } from '#web/features/home/use-account-allowance.ts'
import { formatLongDay } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'

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
            pro
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
