import { Navigate, useSearchParams } from 'react-router'
import type { AdminAccount } from '#contract/admin.ts'
import { ActivityTab } from '#web/features/admin/activity-tab.tsx'
import { AdminHeader } from '#web/features/admin/admin-header.tsx'
import { OverviewTab } from '#web/features/admin/overview-tab.tsx'
import { SettingsTab } from '#web/features/admin/settings-tab.tsx'
import { SourcesTab } from '#web/features/admin/sources-tab.tsx'
import { Spinner } from '#web/features/admin/spinner.tsx'
import { useAdmin } from '#web/features/admin/use-admin.ts'
import { useAdminSessionEnd } from '#web/features/admin/use-admin-session-end.ts'
import { UsersTab } from '#web/features/admin/users-tab.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Tabs } from '#web/ui/tabs.tsx'

const tabs = [
  { value: 'overview', label: 'Overview', panel: () => <OverviewTab /> },
  { value: 'sources', label: 'Sources', panel: () => <SourcesTab /> },
  { value: 'users', label: 'Users', panel: () => <UsersTab /> },
  { value: 'activity', label: 'Activity', panel: () => <ActivityTab /> },
  { value: 'settings', label: 'Settings', panel: () => <SettingsTab /> },
] as const

export function AdminDashboardPage() {
  useDocumentTitle('Admin Dashboard · Unmet')
  const state = useAdmin()
  if (state.kind === 'setup-needed') return <Navigate to="/admin/setup" replace />
  if (state.kind === 'signed-out') return <Navigate to="/admin/login" replace />
  return (
    <div className="pt-8 pb-16 sm:pt-12">
      <meta name="robots" content="noindex" />
      {state.kind === 'signed-in' ? <Dashboard admin={state.admin} /> : <Checking />}
    </div>
  )
}

function Checking() {
  return (
    <div className="flex flex-col items-center gap-4 py-24 text-ink-soft">
      <h1 className="sr-only">Admin Dashboard</h1>
      <Spinner className="size-7" />
      <p role="status">Checking admin access...</p>
    </div>
  )
}

function Dashboard({ admin }: { admin: AdminAccount }) {
  useAdminSessionEnd()
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
