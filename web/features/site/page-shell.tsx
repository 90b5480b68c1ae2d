import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AuthDialogHost } from '#web/features/accounts/auth-dialog-host.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'
import { PageErrorBoundary } from './page-error-boundary.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { useHydration } from './use-hydration.ts'
import { usePageArrival } from './use-page-arrival.ts'

const PasswordDemand = lazy(async () => ({
  default: (await import('#web/features/profile/password-demand.tsx')).PasswordDemand,
}))

/** Stands beside the page, so that it starts when the page has come to life. */
function Hydration() {
  useHydration()
  return null
}

/** What every page stands in: skip link, header, main, footer and toasts. */
export function PageShell() {
  const { pathname } = useLocation()
  const { user } = useCurrentUser()
  usePageArrival()
  return (
    <AuthDialogHost>
      <a
        href="#main"
        className="fixed top-3 left-3 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="group/shell flex min-h-dvh flex-col">
        <SiteHeader />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-5xl flex-1 px-4 outline-none group-has-[[data-wide-page]]/shell:max-w-[92rem] sm:px-6"
        >
          <PageErrorBoundary key={pathname}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
              <Hydration />
            </Suspense>
          </PageErrorBoundary>
        </main>
        <SiteFooter />
      </div>
      {user?.mustChangePassword ? (
        <Suspense>
          <PasswordDemand user={user} />
        </Suspense>
      ) : null}
      <ToastRegion />
    </AuthDialogHost>
  )
}
