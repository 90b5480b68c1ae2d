import type { RegisteredUser } from '#contract/accounts.ts'
import { AppError } from '#server/errors.ts'
import type { AccountDeps, PasswordDeps, Visit } from './account-deps.ts'
import { accountKey } from './limit-attempts.ts'
import { describeUser } from './own-account.ts'
import { linkPendingIdentity } from './pending-sign-in.ts'
import type { User } from './user-store.ts'

type SignIn = Pick<
  AccountDeps,
  'users' | 'attempts' | 'hasher' | 'identities' | 'clock' | 'notify' | 'recordEvent'
>

type KnownUser = User & { password: string }

/**
 * Null for a wrong password, an unknown address or a user without a password. All three take the same time.
 */
async function findProvenUser(deps: SignIn, email: string, password: string): Promise<KnownUser | null> {
  const user = await deps.users.findUserByEmail(email)
  const proven = await deps.hasher.verifyPassword(user?.password ?? null, password)
  if (!proven || user === null || user.password === null) return null
  return { ...user, password: user.password }
}

/**
 * The current hash of the account. A hash that was made with weaker parameters is first replaced by a
 * stronger one.
 */
async function strengthenHash(deps: SignIn, user: KnownUser, password: string): Promise<string> {
  if (!deps.hasher.isWeaker(user.password)) return user.password
  const stronger = await deps.hasher.hashPassword(password)
  return (await deps.users.replaceHash(user.id, user.password, stronger)) ? stronger : user.password
}

type Login = { email: string; password: string }

export async function signIn(deps: SignIn, { address, session }: Visit, { email, password }: Login) {
  const who = { address, account: email }
  const refuse = (): never => {
    deps.recordEvent({ event: 'sign_in_failed', account: accountKey(email), address })
    const userMessage = 'Invalid email or password. Please try again.'
    throw new AppError('invalid_credentials', 'Invalid email or password', { userMessage })
  }
  await deps.attempts.take('login', who)
  const user = await findProvenUser(deps, email, password)
  if (user === null) return refuse()
  const passwordHash = await strengthenHash(deps, user, password)
  const pending = await session.takePendingSignIn()
  await session.signIn(user.id)
  // If the password was changed after it was read, that change ended all sessions before this one began.
  if (!(await deps.users.isPasswordStill(user.id, passwordHash))) {
    await session.signOut()
    return refuse()
  }
  if (await linkPendingIdentity(deps, pending, user.id)) {
    deps.recordEvent({ event: 'identity_linked', userId: user.id, address })
    deps.notify.identityLinked(user)
  }
  await deps.attempts.forgive('login', who)
  deps.recordEvent({ event: 'signed_in', userId: user.id, address })
  return describeUser(deps, user)
}

type RegisterAccount = PasswordDeps &
  Pick<AccountDeps, 'users' | 'notify' | 'takeOverSearches' | 'warn' | 'clock'>

type NewAccount = { email: string; password: string; firstName: string; lastName: string }

/** The maximum number of mails per hour and address that strangers can cause. */
const mostMailsToOwner = 3

/**
 * For a known address, the reply looks the same and takes the same time. The owner of that address is
 * notified by mail.
 */
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
  // The account exists now, so a failed sign-in must not look like a failed registration.
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
