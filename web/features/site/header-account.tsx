import { Link, useLocation } from 'react-router'
import { AccountCorner } from '#web/features/accounts/account-corner.tsx'
import { authAddress } from '#web/next-path.ts'
import { buttonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

/** The right end of the header: the way in, or the person's menu. */
export function HeaderAccount() {
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
