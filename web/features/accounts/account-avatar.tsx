import { clsx } from 'clsx'
import { useState } from 'react'
import type { CurrentUser } from '#contract/accounts.ts'

export const accountButtonClass =
  'grid size-10 cursor-pointer place-items-center rounded-full data-popup-open:bg-sunken'

export function accountButtonName(user: CurrentUser): string {
  return `Account menu of ${displayName(user)}`
}

type AccountAvatarProps = { user: CurrentUser; className?: string }

/** The profile picture, or the initial if there is none. The name is shown beside the picture as text. */
export function AccountAvatar({ user, className = 'size-9 text-sm' }: AccountAvatarProps) {
  const imageUrl = ownImageUrl(user.profileImageUrl)
  const [broken, setBroken] = useState<string | null>(null)
  const shape = clsx('shrink-0 rounded-full', className)
  if (imageUrl !== null && imageUrl !== broken) {
    return <img src={imageUrl} alt="" className={shape} onError={() => setBroken(imageUrl)} />
  }
  return (
    <span
      aria-hidden="true"
      className={clsx('grid place-items-center bg-accent font-semibold text-on-accent select-none', shape)}
    >
      {avatarLetter(user)}
    </span>
  )
}

type Person = Pick<CurrentUser, 'email' | 'firstName' | 'lastName'>

/** The first letter of the first name; without a name, that of the e-mail address in upper case; else "U". */
export function avatarLetter({ firstName, email }: Pick<Person, 'firstName' | 'email'>): string {
  const first = (text: string | null) => text?.match(/^./su)?.[0]
  return first(firstName) ?? first(email)?.toUpperCase() ?? 'U'
}

export function displayName({ firstName, lastName, email }: Person): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email
}

/** The picture if it is hosted on this site: the content security policy blocks all others. */
export function ownImageUrl(imageUrl: string | null): string | null {
  return imageUrl !== null && /^\/(?![/\\])/u.test(imageUrl) ? imageUrl : null
}
