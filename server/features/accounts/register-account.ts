import type { RegisteredUser } from '#contract/accounts.ts'
import type { AccountParts, Visit } from './account-parts.ts'
import { accountKey } from './limit-attempts.ts'

export type RegisterAccount = Pick<
  AccountParts,
  | 'users'
  | 'attempts'
  | 'hasher'
  | 'refuseCommonPassword'
  | 'notify'
  | 'takeOverSearches'
  | 'recordEvent'
  | 'warn'
  | 'clock'
>

type NewAccount = { email: string; password: string; firstName: string; lastName: string }

/** Of one address a stranger can have no more mails sent to its owner in an hour. */
const mostMailsToOwner = 3

/** A known address looks the same from outside and costs as much; its owner is notified by mail. */
export async function registerAccount(
  deps: RegisterAccount,
  { address, session, visitorId }: Visit & { visitorId: string },
  { email, password, firstName, lastName }: NewAccount,
): Promise<RegisteredUser> {
  const { ofAccount } = await deps.attempts.take('register', { address, account: email })
  deps.refuseCommonPassword(password, email)
  const passwordHash = await deps.hasher.hashPassword(password)
  const registration = { email, password: passwordHash, firstName, lastName, createdAt: deps.clock() }
  const { user, created } = await deps.users.createOrFindUser(registration)
  // The account is there: what fails from here on must not be answered as if it were not.
  try {
    await deps.takeOverSearches(visitorId, created ? user.id : null)
    await session.signIn(created ? user.id : null)
  } catch (error) {
    deps.warn('A new account could not be signed in', error)
  }
  const event = created ? 'registered' : 'register_known_address'
  deps.recordEvent({ event, userId: user.id, account: accountKey(email), address })
  if (created) deps.notify.registered(user)
  else if (ofAccount <= mostMailsToOwner) deps.notify.knownAddress(user)
  return { email, firstName, lastName, profileImageUrl: null, isAdmin: false, subscriptionTier: 'free' }
}
