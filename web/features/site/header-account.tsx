import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { authAddress } from '#web/features/accounts/next-path.ts'
import { useCurrentUser } from '#web/features/accounts/use-current-user.ts'
import { buttonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const AccountMenu = lazy(async () => ({
  default: (await import('#web/features/accounts/account-menu.tsx')).AccountMenu,
}))

/** The right end of the header: the way in, or the person's menu. */
export function HeaderAccount() {
  const { user, expected } = useCurrentUser()
  const { pathname, search } = useLocation()
  const waiting = <Skeleton shape="round" className="m-0.5 size-9" />
  if (expected) return waiting
  if (user !== null) {
    return (
      <Suspense fallback={waiting}>
        <AccountMenu user={user} />
      </Suspense>
    )
  }
  if (/^\/auth(\/|$)/u.test(pathname)) return null
  return (
    <Link to={authAddress(`${pathname}${search}`)} className={buttonLink({ variant: 'primary' })}>
      Sign In
    </Link>
  )
}
