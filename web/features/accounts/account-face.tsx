import type { CurrentUser } from '#contract/accounts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { avatarLetter, displayName, ownImageUrl } from './format-person.ts'

export const accountButtonLook =
  'grid size-10 cursor-pointer place-items-center rounded-full data-popup-open:bg-sunken'

export function accountButtonName(user: CurrentUser): string {
  return `Account menu of ${displayName(user)}`
}

export function AccountFace({ user }: { user: CurrentUser }) {
  return (
    <Avatar
      letter={avatarLetter(user)}
      imageUrl={ownImageUrl(user.profileImageUrl)}
      className="size-9 text-sm"
    />
  )
}
