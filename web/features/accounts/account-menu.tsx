import { Menu } from '@base-ui/react/menu'
import { Bell, FolderLock, LayoutDashboard, ListPlus, LogOut, Settings } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/accounts.ts'
import { AccountAvatar, accountButtonClass, accountButtonName, displayName } from './account-avatar.tsx'
import { useSignOut } from './use-sign-out.ts'

const itemLook =
  'flex h-10 cursor-pointer items-center gap-3 rounded-md px-3 text-sm outline-none select-none data-highlighted:bg-sunken [&>svg]:size-4 [&>svg]:text-ink-soft'

const pages = [
  { to: '/', Icon: LayoutDashboard, name: 'Dashboard' },
  { to: '/watches', Icon: Bell, name: 'Watches' },
  { to: '/own', Icon: FolderLock, name: 'My material' },
  { to: '/lists', Icon: ListPlus, name: 'My lists' },
  { to: '/profile', Icon: Settings, name: 'Profile Settings' },
]

/** The account menu. It opens on its first render, because a click on its button loads it. */
export function AccountMenu({ user }: { user: CurrentUser }) {
  const signOut = useSignOut()
  const name = displayName(user)
  // Rendered inside the header, so that assistive technology knows where the menu belongs.
  const [corner, setCorner] = useState<HTMLElement | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    trigger.current?.focus()
    trigger.current?.click()
  }, [])
  return (
    <Menu.Root>
      <Menu.Trigger ref={trigger} aria-label={accountButtonName(user)} className={accountButtonClass}>
        <AccountAvatar user={user} />
      </Menu.Trigger>
      <div ref={setCorner} className="absolute" />
      <Menu.Portal container={corner}>
        <Menu.Positioner positionMethod="fixed" align="end" sideOffset={8} className="z-40">
          <Menu.Popup className="w-64 origin-(--transform-origin) rounded-card border border-line bg-surface p-1.5 text-ink shadow-lift-high transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
            <Menu.Group>
              <Menu.GroupLabel className="border-b border-line px-3 pt-2 pb-3">
                <span className="block truncate font-semibold" dir="auto">
                  {name}
                </span>
                <span className="block truncate text-sm text-ink-soft">{user.email}</span>
              </Menu.GroupLabel>
              <div className="pt-1.5">
                {pages.map(({ to, Icon, name: page }) => (
                  <Menu.LinkItem key={to} closeOnClick render={<Link to={to} />} className={itemLook}>
                    <Icon />
                    {page}
                  </Menu.LinkItem>
                ))}
                <Menu.Item className={itemLook} onClick={() => signOut.mutate()}>
                  <LogOut />
                  Log out
                </Menu.Item>
              </div>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
