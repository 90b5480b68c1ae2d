import type { CurrentUser } from '#contract/accounts.ts'
import { AccountAvatar, displayName } from '#web/features/accounts/account-avatar.tsx'
import { SignInFirst } from '#web/features/accounts/sign-in-first.tsx'
import { BillingCard } from '#web/features/billing/billing-card.tsx'
import { ApiKeys } from '#web/features/profile/api-keys.tsx'
import { PasswordForm } from '#web/features/profile/password-form.tsx'
import {
  AccountInformation,
  OwnData,
  PersonalInformation,
} from '#web/features/profile/personal-information.tsx'
import { SessionList } from '#web/features/profile/session-list.tsx'
import { LinkOutcome, SignInMethods } from '#web/features/profile/sign-in-methods.tsx'
import { VerifyBanner } from '#web/features/profile/verify-banner.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

export function ProfilePage() {
  useDocumentTitle('Profile Settings · Unmet')
  const { user, loading } = useCurrentUser()
  if (loading) return <PageSkeleton />
  if (user === null)
    return <SignInFirst heading="Profile Settings" words="Please log in to access your profile." />
  return <Profile user={user} />
}

function Profile({ user }: { user: CurrentUser }) {
  return (
    <div className="pt-8 pb-16 sm:pt-12">
      <div className="flex items-center gap-4 pb-8 sm:gap-5">
        <AccountAvatar user={user} className="size-14 text-2xl sm:size-16" />
        <div className="min-w-0">
          <h1 className="text-3xl font-semibold tracking-tight">Profile Settings</h1>
          <p className="mt-0.5 truncate text-ink-soft" dir="auto">
            {displayName(user)}
          </p>
        </div>
      </div>
      <LinkOutcome />
      {user.emailVerified ? null : (
        <div className="pb-8">
          <VerifyBanner user={user} />
        </div>
      )}
      <PersonalInformation user={user} />
      <AccountInformation user={user} />
      <BillingCard user={user} />
      <SettingsSection
        id="security"
        title="Security"
        description={
          user.hasPassword
            ? 'Changing your password signs you out everywhere else.'
            : 'You sign in with another service. If you set a password, you can also sign in without that service.'
        }
      >
        <PasswordForm user={user} />
      </SettingsSection>
      <SignInMethods user={user} />
      <SettingsSection
        title="Sessions"
        description="Browsers that are signed in. Sign out those you do not recognise, then change your password."
      >
        <SessionList />
      </SettingsSection>
      <SettingsSection
        id="api-keys"
        title="API keys"
        description="For scripts and other programs that search for you. Their searches count as yours."
      >
        <ApiKeys />
      </SettingsSection>
      <OwnData user={user} />
    </div>
  )
}
