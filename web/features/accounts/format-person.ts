import type { CurrentUser } from '#contract/accounts.ts'

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
