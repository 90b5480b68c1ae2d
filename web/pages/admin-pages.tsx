import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import type { AdminAccount } from '#contract/admin.ts'
import { ForgotPasswordDialog } from '#web/features/accounts/forgot-password-dialog.tsx'
import { ActivityTab } from '#web/features/admin/activity-tab.tsx'
import { AdminAccessCard, AdminLoginForm, AdminSetupForm } from '#web/features/admin/admin-access-card.tsx'
import { useAdmin, useSetupStatus } from '#web/features/admin/admin-call.ts'
import { AdminHeader } from '#web/features/admin/admin-header.tsx'
import { SkeletonCards } from '#web/features/admin/admin-section.tsx'
import { OverviewTab } from '#web/features/admin/overview-tab.tsx'
import { PaymentSettings } from '#web/features/admin/payment-settings.tsx'
import { SecondFactorSettings } from '#web/features/admin/second-factor-settings.tsx'
import { SourcesTab } from '#web/features/admin/sources-tab.tsx'
import { UsersTab } from '#web/features/admin/users-tab.tsx'
import { BackLink } from '#web/features/site/button-link.tsx'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/** The pages of the admin area, loaded together. */
export function AdminPages() {
  // Matches URLs as the router does: case-insensitive, with or without a trailing slash.
  const address = useLocation().pathname.toLowerCase()
  if (/\/setup\/*$/u.test(address)) return <AdminSetupPage />
  if (/\/login\/*$/u.test(address)) return <AdminLoginPage />
  return <AdminDashboardPage />
}

function AdminSetupPage() {
  useDocumentTitle('Admin Setup · Unmet')
  const setup = useSetupStatus()
  if (setup.data && !setup.data.needsSetup) return <Navigate to="/admin/login" replace />
  return (
    <AdminAccessCard
      title="Admin Setup"
      description="Create the one account that runs this installation. Credentials are encrypted: the password is stored only as a hash."
    >
      {setup.data ? (
        <AdminSetupForm asksForCode={setup.data.needsSetupCode} />
      ) : setup.isError ? (
        <ReadAgain query={setup} words="The server could not tell whether setup is complete." />
      ) : (
        <SkeletonCards count={4} look="h-15" grid="" />
      )}
    </AdminAccessCard>
  )
}

function AdminLoginPage() {
  useDocumentTitle('Admin Login · Unmet')
  const [params] = useSearchParams()
  const setup = useSetupStatus()
  // Null: the dialog is closed; a string: the user name to prefill.
  const [forgotName, setForgotName] = useState<string | null>(params.has('forgot') ? '' : null)
  if (setup.data?.needsSetup) return <Navigate to="/admin/setup" replace />
  return (
    <AdminAccessCard title="Admin Login" description="For the operator of this installation.">
      <AdminLoginForm onForgot={setForgotName} />
      <BackLink to="/" className="mt-6">
        Back to main site
      </BackLink>
      <ForgotPasswordDialog kind="username" typed={forgotName} onClose={() => setForgotName(null)} />
    </AdminAccessCard>
  )
}

const tabs = [
  { value: 'overview', label: 'Overview', panel: () => <OverviewTab /> },
  { value: 'sources', label: 'Sources', panel: () => <SourcesTab /> },
  { value: 'users', label: 'Users', panel: () => <UsersTab /> },
  { value: 'activity', label: 'Activity', panel: () => <ActivityTab /> },
  { value: 'settings', label: 'Settings', panel: () => <SettingsTab /> },
] as const

function AdminDashboardPage() {
  useDocumentTitle('Admin Dashboard · Unmet')
  const admin = useAdmin()
  if (admin === 'setup-needed') return <Navigate to="/admin/setup" replace />
  if (admin === 'signed-out') return <Navigate to="/admin/login" replace />
  return (
    <div className="pt-8 pb-16 sm:pt-12">
      <meta name="robots" content="noindex" />
      {admin === 'checking' ? (
        <div className="flex flex-col items-center gap-4 py-24 text-ink-soft">
          <h1 className="sr-only">Admin Dashboard</h1>
          <Spinner className="size-7" />
          <p role="status">Checking admin access...</p>
        </div>
      ) : (
        <Dashboard admin={admin} />
      )}
    </div>
  )
}

function Dashboard({ admin }: { admin: AdminAccount }) {
  const [params, setParams] = useSearchParams()
  const shown = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'overview'
  return (
    <>
      <AdminHeader admin={admin} />
      <div className="mt-7">
        <Tabs
          label="Parts of the admin area"
          tabs={tabs}
          value={shown}
          onChange={(value) => setParams(value === 'overview' ? {} : { tab: value })}
          panelClass="pt-7"
        />
      </div>
    </>
  )
}

function SettingsTab() {
  return (
    <div className="-mt-8 flex flex-col">
      <PaymentSettings />
      <SecondFactorSettings />
    </div>
  )
}
