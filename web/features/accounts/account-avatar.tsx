import { clsx } from 'clsx'
import { useState } from 'react'
import type { CurrentUser } from '#contract/accounts.ts'

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

type AvatarProps = { letter: string; imageUrl: string | null; className?: string }

/** A person's picture, or their letter where there is none. The name is beside it as text. */
function Avatar({ letter, imageUrl, className }: AvatarProps) {
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
      {letter}
    </span>
  )
}

type Person = Pick<CurrentUser, 'email' | 'firstName' | 'lastName'>

/** First letter of the first name, else of the e-mail in upper case, else "U". */
export function avatarLetter({ firstName, email }: Pick<Person, 'firstName' | 'email'>): string {
  const first = (text: string | null) => text?.match(/^./su)?.[0]
  return first(firstName) ?? first(email)?.toUpperCase() ?? 'U'
}

export function displayName({ firstName, lastName, email }: Person): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email
}

/** The picture where it is one of this site: the content security policy shows no others. */
export function ownImageUrl(imageUrl: string | null): string | null {
  return imageUrl !== null && /^\/(?![/\\])/u.test(imageUrl) ? imageUrl : null
}
