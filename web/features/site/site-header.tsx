import { SunMoon } from 'lucide-react'
import { Suspense, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { storedText } from '#web/device-storage.ts'
import { AccountMenuButton } from '#web/features/accounts/account-menu-button.tsx'
import { lazyComponent } from '#web/lazy-component.ts'
import { authAddress } from '#web/next-path.ts'
import { Button } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo-mark.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'
import { ButtonLink } from './button-link.tsx'
import { ErrorBoundary } from './error-boundary.tsx'

/** The page works without its bell, and a message would not fit into the header. */
const NoBell = () => <span className="size-10" />
const WatchBell = lazyComponent(() => import('#web/features/watches/watch-bell.tsx'), 'WatchBell', NoBell)

export function SiteHeader() {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="mx-auto flex h-16 max-w-5xl items-center group-has-[[data-wide-page]]/shell:max-w-[92rem] in-[[data-results]]:max-w-[92rem] justify-between px-4 sm:px-6">
        <Link to="/" className="flex items-center gap-2.5 rounded-control py-1 pr-2">
          <LogoMark className="size-8" />
          <span className="text-lg font-semibold tracking-tight">Unmet</span>
        </Link>
        <div className="flex items-center gap-2">
          <ThemeToggle />
          <HeaderAccount />
        </div>
      </div>
    </header>
  )
}

function HeaderAccount() {
  const { user, expected } = useCurrentUser()
  const { pathname, search } = useLocation()
  if (expected) return <Skeleton shape="round" className="m-0.5 size-9" />
  if (user !== null) {
    return (
      <>
        <ErrorBoundary fallback={<NoBell />}>
          <Suspense fallback={<NoBell />}>
            <WatchBell />
          </Suspense>
        </ErrorBoundary>
        <AccountMenuButton user={user} />
      </>
    )
  }
  // On the sign-in page, the link keeps the page to open after the sign-in.
  const next = pathname.startsWith('/auth') ? new URLSearchParams(search).get('next') : `${pathname}${search}`
  return (
    <ButtonLink to={authAddress(next ?? '/')} variant="primary" size="small">
      Sign In
    </ButtonLink>
  )
}

type Theme = 'light' | 'dark'

// Read before the first paint by theme.js; if storage is blocked, the choice lasts until the page is left.
const device = storedText('unmet.theme')

function themeInForce(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function subscribe(onChange: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', onChange)
  const stop = device.subscribe(onChange)
  return () => {
    system.removeEventListener('change', onChange)
    stop()
  }
}

function switchTheme(): void {
  const next = themeInForce() === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = next
  device.keep(next)
}

const labels = { light: 'Switch to dark theme', dark: 'Switch to light theme' }

function ThemeToggle() {
  // A prerendered page knows no theme, so the theme is null until hydration.
  const theme = useSyncExternalStore<Theme | null>(subscribe, themeInForce, () => null)
  const label = theme === null ? 'Switch theme' : labels[theme]
  return (
    <Button
      variant="quiet"
      size="icon"
      className="noscript:hidden"
      onClick={switchTheme}
      aria-label={label}
      title={label}
    >
      <SunMoon aria-hidden="true" className="size-5" />
    </Button>
  )
}
