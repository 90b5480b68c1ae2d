import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { AuthDialogHost } from '#web/features/accounts/auth-dialog-host.tsx'
import { SignInUnavailable } from '#web/features/accounts/sign-in-unavailable.tsx'
import { lazyComponent } from '#web/lazy-component.ts'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { ReloadOffer } from './not-loaded.tsx'
import { SiteHeader } from './site-header.tsx'
import { usePageArrival } from './use-page-arrival.ts'

const PasswordDemand = lazyComponent(
  () => import('#web/features/profile/password-form.tsx'),
  'PasswordDemand',
)

export function PageShell() {
  const { pathname } = useLocation()
  const { user } = useCurrentUser()
  usePageArrival(pathname)
  useFreshQueries(pathname)
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
          className="mx-auto w-full max-w-5xl flex-1 px-4 outline-none group-has-[[data-wide-page]]/shell:max-w-[92rem] in-[[data-results]]:max-w-[92rem] sm:px-6"
        >
          <SignInUnavailable />
          <ErrorBoundary key={pathname} fallback={<PageFailed />}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
              <Hydration />
            </Suspense>
          </ErrorBoundary>
        </main>
        <SiteFooter />
      </div>
      {user?.mustChangePassword ? (
        <ErrorBoundary fallback={<PageFailed />}>
          <Suspense>
            <PasswordDemand user={user} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
      <ToastRegion />
    </AuthDialogHost>
  )
}

/** A query that failed is retried when somebody returns to its page. */
function useFreshQueries(page: string): void {
  const queryClient = useQueryClient()
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    queryClient.removeQueries({ type: 'inactive', predicate: ({ state }) => state.status === 'error' })
  }, [page, queryClient])
}

/** Passes React the value of a field that was filled in before hydration. */
function announceTyped(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  // React remembers the value that it set itself, and ignores a change to that value.
  field.value = ''
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Rendered in a prerendered page: after hydration, earlier input, clicks and submissions are replayed. */
function Hydration(): null {
  useLayoutEffect(() => {
    // The mounted page sets its own width, so the width for results is no longer needed.
    delete document.documentElement.dataset.results
    const replay = window.eventReplay
    if (replay === undefined) return
    delete window.eventReplay
    replay.release()
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      '#root input:is([type="search"], [type="text"]), #root textarea',
    )) {
      if (field.value !== field.defaultValue) announceTyped(field)
    }
    // Only the next render applies the typed text, and the held events need this text.
    setTimeout(() => {
      for (const repeat of replay.held) repeat()
    })
  }, [])
  return null
}

/** In place of a page that fails to render, below a working header. */
const PageFailed = () => (
  <ReloadOffer title="This page could not be shown">
    An error occurred. Reloading usually helps, and does not count as a search.
  </ReloadOffer>
)

const links = [
  { to: '/scoring', name: 'How the score is made' },
  { to: '/developers', name: 'Developers' },
  { to: '/subscribe', name: 'Pricing' },
  { to: '/privacy', name: 'Privacy' },
  { to: '/terms', name: 'Terms' },
  { to: '/contact', name: 'Contact' },
]

function SiteFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-5xl flex-wrap group-has-[[data-wide-page]]/shell:max-w-[92rem] in-[[data-results]]:max-w-[92rem] items-baseline justify-between gap-x-10 gap-y-5 px-4 py-8 text-sm sm:px-6">
        <p className="max-w-md leading-6 text-pretty text-ink-soft">
          Scores are computed from the words of each post, the same way every time. Read the post before you
          build on it.
        </p>
        <nav aria-label="About this site">
          <ul className="flex flex-wrap gap-x-6 gap-y-3">
            {links.map(({ to, name }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
