import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#contract/accounts.ts'
import { showNotLoaded } from '#web/failure-messages.ts'
import { AccountAvatar, accountButtonClass, accountButtonName } from './account-avatar.tsx'

const loadMenu = async () => ({ default: (await import('./account-menu.tsx')).AccountMenu })
const AccountMenu = lazy(loadMenu)

const preload = () => void loadMenu().catch(() => {})

/** The person's menu in the header. The menu's code is loaded when somebody is about to open it. */
export function AccountMenuButton({ user }: { user: CurrentUser }) {
  const [opened, setOpened] = useState(false)
  const open = () =>
    loadMenu().then(
      () => setOpened(true),
      () => showNotLoaded('The menu'),
    )
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={accountButtonName(user)}
      className={accountButtonClass}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void open()}
    >
      <AccountAvatar user={user} />
    </button>
  )
  if (!opened) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu user={user} />
    </Suspense>
  )
}
