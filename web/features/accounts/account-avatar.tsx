import type { CurrentUser } from '#contract/accounts.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { avatarLetter, displayName, ownImageUrl } from './format-person.ts'

export const accountButtonClass =
  'grid size-10 cursor-pointer place-items-center rounded-full data-popup-open:bg-sunken'

export function accountButtonName(user: CurrentUser): string {
  return `Account menu of ${displayName(user)}`
}

type AccountAvatarProps = { user: CurrentUser; className?: string }

/** The picture or the letter of a person; small as in the button of their menu, where nothing else is said. */
export function AccountAvatar({ user, className = 'size-9 text-sm' }: AccountAvatarProps) {
  return (
    <Avatar letter={avatarLetter(user)} imageUrl={ownImageUrl(user.profileImageUrl)} className={className} />
  )
}
