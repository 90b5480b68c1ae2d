import { Tabs } from '@base-ui/react/tabs'
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
import { TabList } from '#web/ui/tab-list.tsx'

const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'sources', label: 'Sources' },
  { value: 'users', label: 'Users' },
  { value: 'activity', label: 'Activity' },
  { value: 'settings', label: 'Settings' },
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
      <Tabs.Root
        className="mt-7"
        value={shown}
        onValueChange={(value) => setParams(value === 'overview' ? {} : { tab: String(value) })}
      >
        <TabList label="Parts of the admin area" tabs={tabs} />
        <Tabs.Panel value="overview" className="pt-7 outline-none" tabIndex={-1}>
          <OverviewTab />
        </Tabs.Panel>
        <Tabs.Panel value="sources" className="pt-7 outline-none" tabIndex={-1}>
          <SourcesTab />
        </Tabs.Panel>
        <Tabs.Panel value="users" className="pt-7 outline-none" tabIndex={-1}>
          <UsersTab />
        </Tabs.Panel>
        <Tabs.Panel value="activity" className="pt-7 outline-none" tabIndex={-1}>
          <ActivityTab />
        </Tabs.Panel>
        <Tabs.Panel value="settings" className="pt-7 outline-none" tabIndex={-1}>
          <SettingsTab />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}
