import { Link, useLocation } from 'react-router'
import { AccountCorner } from '#web/features/accounts/account-corner.tsx'
import { authAddress } from '#web/next-path.ts'
import { buttonLink } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo-mark.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'
import { useTheme } from './use-theme.ts'

export function SiteHeader() {
  const { theme, switchTheme } = useTheme()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="mx-auto flex h-16 max-w-5xl items-center group-has-[[data-wide-page]]/shell:max-w-[92rem] justify-between px-4 sm:px-6">
        <Link to="/" className="flex items-center gap-2.5 rounded-control py-1 pr-2">
          <LogoMark className="size-8" />
          <span className="text-lg font-semibold tracking-tight">Unmet</span>
        </Link>
        <div className="flex items-center gap-2">
          <ThemeToggle theme={theme} onSwitch={switchTheme} />
          <HeaderAccount />
        </div>
      </div>
    </header>
  )
}

/** The right end of the header: the way in, or the person's menu. */
function HeaderAccount() {
  const { user, expected } = useCurrentUser()
  const { pathname, search } = useLocation()
  if (expected) return <Skeleton shape="round" className="m-0.5 size-9" />
  if (user !== null) return <AccountCorner user={user} />
  if (/^\/auth(\/|$)/u.test(pathname)) return null
  return (
    <Link to={authAddress(`${pathname}${search}`)} className={buttonLink({ variant: 'primary' })}>
      Sign In
    </Link>
  )
}
