import { useState } from 'react'
import type { CurrentUser } from '#contract/accounts.ts'
import { showNotLoaded } from '#web/failure-messages.ts'
import { useDeferred } from '#web/features/results/use-deferred.ts'
import { AccountAvatar, accountButtonClass, accountButtonName } from './account-avatar.tsx'

const loadMenu = async () => (await import('./account-menu.tsx')).AccountMenu
const preload = () => void loadMenu().catch(() => {})

/** The account menu in the header. Its code is loaded when somebody is about to open it. */
export function AccountMenuButton({ user }: { user: CurrentUser }) {
  const [opened, setOpened] = useState(false)
  const AccountMenu = useDeferred(loadMenu, opened, () => {
    setOpened(false)
    showNotLoaded('The menu')
  })
  if (AccountMenu !== null) return <AccountMenu user={user} />
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={accountButtonName(user)}
      className={accountButtonClass}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setOpened(true)}
    >
      <AccountAvatar user={user} />
    </button>
  )
}
