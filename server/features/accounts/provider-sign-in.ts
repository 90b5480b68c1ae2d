import * as contract from '#contract/accounts.ts'
import { landingPath } from '#contract/landing-path.ts'
import { AppError } from '#server/errors.ts'
import {
  type IdentityProvider,
  IdentityProviderError,
  type ProviderPerson,
  ProviderUnreachable,
} from '#server/sign-in-ports.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Identity } from './identity-store.ts'
import {
  asSignInAttempt,
  explainAt,
  explainLinkAt,
  type PendingIdentity,
  type PendingSignIn,
  type SignInAttempt,
} from './pending-sign-in.ts'

export type ProviderDeps = Pick<AccountDeps, 'providers' | 'publicUrl' | 'clock' | 'warn'>

function requireProvider({ providers }: ProviderDeps, name: contract.SignInProvider): IdentityProvider {
  const provider = providers.find((one) => one.name === name)
  if (provider === undefined) throw new AppError('not_found', `Sign-in with ${name} is not set up here`)
  return provider
}

/** The redirect URI, built from the public URL and never from a Host header. */
const callbackUrl = ({ publicUrl }: ProviderDeps, name: contract.SignInProvider) =>
  `${publicUrl}${contract.finishSignInEndpoint.path.replace(':provider', name)}`

/**
 * The reason that is shown to the user if the provider fails. Any other error is a bug and is thrown again.
 */
function reasonOf(error: unknown): contract.SignInError {
  if (!(error instanceof IdentityProviderError)) throw error
  return error instanceof ProviderUnreachable ? 'provider_unreachable' : 'provider_refused'
}

/** Returns the redirect URL, and the data that the session has to keep until the browser returns. */
export async function startProviderSignIn(
  deps: ProviderDeps,
  name: contract.SignInProvider,
  { returnTo, linkTo }: { returnTo?: string | undefined; linkTo?: string },
): Promise<{ location: string; pending: PendingSignIn | null }> {
  const provider = requireProvider(deps, name)
  const landing = landingPath(returnTo)
  try {
    const { address, secrets } = await provider.begin(callbackUrl(deps, name))
    const startedAt = deps.clock().toISOString()
    const user = linkTo === undefined ? {} : { linkTo }
    const attempt = { provider: name, ...secrets, returnTo: landing, startedAt, ...user }
    return { location: address, pending: { kind: 'attempt', ...attempt } satisfies SignInAttempt }
  } catch (error) {
    const reason = reasonOf(error)
    const location = linkTo === undefined ? explainAt(reason, landing) : explainLinkAt(reason)
    deps.warn(`Sign-in with ${name} could not start`, error)
    return { location, pending: null }
  }
}

export type FinishDeps = ProviderDeps & Pick<AccountDeps, 'identities' | 'recordEvent' | 'users' | 'notify'>

type Return = {
  provider: contract.SignInProvider
  query: Readonly<Record<string, string | undefined>>
  /** The data from the session. The caller has already removed it from the session. */
  pending: PendingSignIn | null
  address: string
  /** The signed-in user, if there is one. */
  userId: string | null
}

/** The outcome with a redirect URL: a signed-in account, data that the session has to store, or a failure. */
export type FinishedSignIn =
  | { result: 'signed_in'; account: 'known' | 'linked' | 'created'; userId: string; location: string }
  | { result: 'linked'; userId: string; location: string }
  | { result: 'link_needs_password'; pending: PendingSignIn; location: string }
  | { result: 'failed'; reason: contract.SignInError; location: string }

const failed = (reason: contract.SignInError, returnTo: string): FinishedSignIn => ({
  result: 'failed',
  reason,
  location: explainAt(reason, returnTo),
})

/** The address, if the provider verified it and it can receive mail. */
function verifiedEmail(person: ProviderPerson): string | null {
  return person.emailVerified ? (contract.email.safeParse(person.email).data ?? null) : null
}

/** Null if the address or the identity was taken in the meantime. */
function createAccount(deps: FinishDeps, identity: Identity, person: ProviderPerson): Promise<string | null> {
  return deps.identities.createAccount({
    ...identity,
    firstName: contract.firstName.safeParse(person.firstName).data ?? null,
    lastName: contract.lastName.safeParse(person.lastName).data ?? null,
    createdAt: deps.clock(),
  })
}

function guarded(deps: FinishDeps, identity: Identity & { userId: string }, returnTo: string) {
  const reason = 'link_needs_password' as const
  const startedAt = deps.clock().toISOString()
  const pending = { kind: 'identity', ...identity, startedAt } satisfies PendingIdentity
  return { result: reason, pending, location: explainAt(reason, returnTo) }
}

async function signInPerson(deps: FinishDeps, person: ProviderPerson, returnTo: string) {
  const { issuer, subject } = person
  const signedIn = (account: 'known' | 'linked' | 'created', userId: string): FinishedSignIn => ({
    result: 'signed_in',
    account,
    userId,
    location: returnTo,
  })
  // Repeated, because another request may create or change the account between our read and our write.
  for (let round = 0; round < 3; round++) {
    const known = await deps.identities.findUserOfIdentity(issuer, subject)
    if (known !== null) return signedIn('known', known)
    const address = verifiedEmail(person)
    if (address === null) return failed('no_verified_email', returnTo)
    const identity = { issuer, subject, email: address }
    const account = await deps.identities.findAccountByEmail(address)
    if (account === null) {
      const userId = await createAccount(deps, identity, person)
      if (userId !== null) return signedIn('created', userId)
      continue
    }
    const { userId, open } = account
    // The account may have been created with a stranger's address, so only its password proves ownership.
    if (!open) return guarded(deps, { ...identity, userId }, returnTo)
    if (await deps.identities.linkToOpenAccount(identity, userId)) return signedIn('linked', userId)
  }
  throw new Error('An account was changed again and again during a sign-in')
}

/** Adds the identity to the account of the user who started this, whatever its address is. */
async function linkPerson(
  deps: FinishDeps,
  person: ProviderPerson,
  { userId, provider }: { userId: string; provider: contract.SignInProvider },
): Promise<FinishedSignIn> {
  const { issuer, subject } = person
  const identity = { issuer, subject, email: verifiedEmail(person) ?? '' }
  if (await deps.identities.addIdentity(identity, userId)) {
    return { result: 'linked', userId, location: `/profile?linked=${provider}` }
  }
  return { result: 'failed', reason: 'linked_elsewhere', location: explainLinkAt('linked_elsewhere') }
}

function record({ recordEvent }: FinishDeps, { provider, address }: Return, finished: FinishedSignIn): void {
  if (finished.result === 'linked') {
    recordEvent({ event: 'identity_linked', provider, userId: finished.userId, address })
    return
  }
  if (finished.result !== 'signed_in') {
    const reason = finished.result === 'failed' ? finished.reason : 'link_needs_password'
    recordEvent({ event: 'provider_sign_in_failed', provider, reason, address })
    return
  }
  const { account, userId } = finished
  if (account === 'linked') recordEvent({ event: 'identity_linked', provider, userId, address })
  recordEvent({ event: account === 'created' ? 'registered' : 'signed_in', provider, userId, address })
}

async function redeem(deps: FinishDeps, back: Return): Promise<FinishedSignIn> {
  const provider = requireProvider(deps, back.provider)
  const attempt = asSignInAttempt(back.pending, deps.clock())
  if (attempt === null || attempt.provider !== back.provider || attempt.state !== back.query.state) {
    return failed('sign_in_expired', '/')
  }
  const { linkTo } = attempt
  // Whoever comes back has to be the user who entered the password.
  if (linkTo !== undefined && linkTo !== back.userId) return failed('sign_in_expired', '/profile')
  const cameBackTo = new URL(callbackUrl(deps, back.provider))
  for (const [name, value] of Object.entries(back.query)) {
    if (value !== undefined) cameBackTo.searchParams.set(name, value)
  }
  const { state, nonce, codeVerifier, returnTo } = attempt
  try {
    const person = await provider.finish(cameBackTo, { state, nonce, codeVerifier })
    if (linkTo === undefined) return await signInPerson(deps, person, returnTo)
    return await linkPerson(deps, person, { userId: linkTo, provider: back.provider })
  } catch (error) {
    const reason = reasonOf(error)
    deps.warn(`Sign-in with ${back.provider} failed`, error)
    if (linkTo === undefined) return failed(reason, returnTo)
    return { result: 'failed', reason, location: explainLinkAt(reason) }
  }
}

/** Handles a browser's return from a provider. Returns the account, or the reason why there is none. */
export async function finishProviderSignIn(deps: FinishDeps, back: Return): Promise<FinishedSignIn> {
  const finished = await redeem(deps, back)
  record(deps, back, finished)
  const user = finished.result === 'linked' ? await deps.users.findUserById(finished.userId) : null
  if (user !== null) deps.notify.identityLinked(user)
  return finished
}
