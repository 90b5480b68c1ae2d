import { LogOut, UserRound } from 'lucide-react'
import { type AdminAccount, adminLogoutEndpoint } from '#contract/admin.ts'
import { useEndSession } from '#web/features/accounts/use-sign-out.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { callAdmin, clearAdmin } from './admin-call.ts'

export function AdminHeader({ admin }: { admin: AdminAccount }) {
  const logout = useEndSession({
    endSession: () => callAdmin(adminLogoutEndpoint),
    to: '/admin/login',
    clear: clearAdmin,
  })
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-3xl font-semibold tracking-tight">Admin Dashboard</h1>
        <p className="mt-1 wrap-anywhere text-ink-soft">
          Welcome back, <bdi>{admin.username}</bdi>
        </p>
      </div>
      <div className="flex max-w-full items-center gap-4 max-sm:w-full max-sm:justify-between">
        <div className="min-w-0 text-sm sm:text-right">
          <p className="flex items-center gap-1.5 font-medium sm:justify-end">
            <UserRound className="size-4 shrink-0 text-ink-soft" />
            <bdi className="truncate">{admin.username}</bdi>
          </p>
          <p className="mt-0.5 text-ink-soft tabular-nums">
            {admin.lastLoginAt === undefined
              ? 'First login'
              : `Last login: ${formatMoment(admin.lastLoginAt)}`}
          </p>
        </div>
        <Button aria-disabled={logout.isPending} onClick={() => logout.mutate()}>
          <LogOut className="size-4" />
          Logout
        </Button>
      </div>
    </div>
  )
}
