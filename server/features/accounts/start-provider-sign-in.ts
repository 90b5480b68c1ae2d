import { finishSignInEndpoint, type SignInError, type SignInProvider } from '#contract/accounts.ts'
import { landingPath } from '#contract/landing-path.ts'
import { AppError } from '#server/errors.ts'
import type { Clock } from '#server/ports.ts'
import { type IdentityProvider, IdentityProviderError, ProviderUnreachable } from '#server/sign-in-ports.ts'
import { explainAt, type PendingSignIn, type SignInAttempt } from './pending-sign-in.ts'

export type ProviderDeps = {
  /** The ones that this installation has keys for. */
  providers: readonly IdentityProvider[]
  publicUrl: string
  clock: Clock
  warn: (message: string, cause: unknown) => void
}

export function requireProvider({ providers }: ProviderDeps, name: SignInProvider): IdentityProvider {
  const provider = providers.find((one) => one.name === name)
  if (provider === undefined) throw new AppError('not_found', `Sign-in with ${name} is not set up here`)
  return provider
}

/** Where the provider sends the browser back to; made of our public address, never of a Host header. */
export const callbackUrl = ({ publicUrl }: ProviderDeps, name: SignInProvider) =>
  `${publicUrl}${finishSignInEndpoint.path.replace(':provider', name)}`

/** The message a person gets about a provider's failure; anything else that was thrown is a bug and is rethrown. */
export function reasonOf(error: unknown): SignInError {
  if (!(error instanceof IdentityProviderError)) throw error
  return error instanceof ProviderUnreachable ? 'provider_unreachable' : 'provider_refused'
}

/** Where the browser goes next, and what its session has to store meanwhile. */
export async function startProviderSignIn(
  deps: ProviderDeps,
  name: SignInProvider,
  returnTo: string | undefined,
): Promise<{ location: string; pending: PendingSignIn | null }> {
  const provider = requireProvider(deps, name)
  const landing = landingPath(returnTo)
  try {
    const { address, secrets } = await provider.begin(callbackUrl(deps, name))
    const startedAt = deps.clock().toISOString()
    const attempt = { provider: name, ...secrets, returnTo: landing, startedAt }
    return { location: address, pending: { kind: 'attempt', ...attempt } satisfies SignInAttempt }
  } catch (error) {
    const location = explainAt(reasonOf(error), landing)
    deps.warn(`Sign-in with ${name} could not start`, error)
    return { location, pending: null }
  }
}
