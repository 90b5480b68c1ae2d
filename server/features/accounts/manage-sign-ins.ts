import { createHash } from 'node:crypto'
import type { SignInProvider } from '#contract/accounts.ts'
import type { LinkedSignIn } from '#contract/sign-in-methods.ts'
import { AppError, requireUser } from '#server/errors.ts'
import type { AccountDeps, PasswordDeps, Stranger } from './account-deps.ts'
import type { StoredIdentity } from './identity-store.ts'
import { requireProof } from './own-account.ts'
import { type ProviderDeps, startProviderSignIn } from './provider-sign-in.ts'

type SignIns = Pick<AccountDeps, 'identities' | 'users' | 'providers'>

const plainIssuer = (issuer: string) => issuer.replace(/\/$/u, '')

/** The issuers of the configured providers. Other identities cannot be used. */
const usableIssuers = ({ providers }: SignIns) =>
  new Map(providers.map(({ issuer, name }) => [plainIssuer(issuer), name]))

/** The id of an identity in replies. It reveals no subject. */
const idOf = ({ issuer, subject }: StoredIdentity) =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url')
    .slice(0, 22)

/** The accounts at other services that sign in to this account, the oldest first. */
export async function listSignIns(deps: SignIns, userId: string) {
  const user = requireUser(await deps.users.findUserById(userId))
  const identities = await deps.identities.listIdentities(userId)
  const issuers = usableIssuers(deps)
  const providerOf = ({ issuer }: StoredIdentity) => issuers.get(plainIssuer(issuer)) ?? null
  const usable = identities.filter((one) => providerOf(one) !== null)
  const linked = identities.map((one): LinkedSignIn => {
    const provider = providerOf(one)
    return {
      id: idOf(one),
      provider,
      host: URL.canParse(one.issuer) ? new URL(one.issuer).host : one.issuer,
      email: one.email === '' ? null : one.email,
      linkedAt: one.createdAt.toISOString(),
      removable: user.password !== null || provider === null || usable.length > 1,
    }
  })
  return { linked, providers: deps.providers.map(({ name }) => name) }
}

type Proof = { currentPassword?: string | undefined }
type Person = Stranger & { userId: string }

/** Checks the password like a change of password, and counts the attempt with those. */
async function requireOwner(
  deps: PasswordDeps & Pick<AccountDeps, 'users'>,
  { address, userId }: Person,
  proof: Proof,
) {
  const who = { address, account: userId }
  await deps.attempts.take('change-password', who)
  const user = requireUser(await deps.users.findUserById(userId))
  await requireProof(deps, user, proof)
  await deps.attempts.forgive('change-password', who)
  return user
}

/** Returns the provider's URL, and the data that the session has to keep until the browser returns. */
export async function startLink(
  deps: PasswordDeps & ProviderDeps & Pick<AccountDeps, 'users'>,
  person: Person,
  { provider, ...proof }: Proof & { provider: SignInProvider },
) {
  await deps.attempts.take('provider-sign-in', { address: person.address })
  await requireOwner(deps, person, proof)
  return startProviderSignIn(deps, provider, { linkTo: person.userId })
}

/** Removes a way to sign in, unless it is the only one. Sessions stay, like after a change of the name. */
export async function removeSignIn(
  deps: PasswordDeps & SignIns & Pick<AccountDeps, 'notify'>,
  person: Person,
  { id, ...proof }: Proof & { id: string },
) {
  const user = await requireOwner(deps, person, proof)
  const identity = (await deps.identities.listIdentities(person.userId)).find((one) => idOf(one) === id)
  if (identity === undefined) throw new AppError('not_found', 'No such way to sign in')
  const issuers = usableIssuers(deps)
  const isUsable = (issuer: string) => issuers.has(plainIssuer(issuer))
  if (!(await deps.identities.removeIdentity(person.userId, identity, isUsable))) {
    throw new AppError('last_sign_in_method', 'This is the only way to sign in', {
      userMessage: 'This is the only way to sign in to your account. Set a password first.',
    })
  }
  deps.recordEvent({ event: 'identity_removed', userId: person.userId, address: person.address })
  deps.notify.identityRemoved(user)
  return { message: 'It no longer signs in to your account.' }
}
