import { type SignInProvider, signInProvidersEndpoint } from '#contract/accounts.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

export const providerNames: Record<SignInProvider, string> = { google: 'Google', github: 'GitHub' }

/** The providers that this installation has keys for. */
export const useSignInProviders = () => useEndpoint(signInProvidersEndpoint)

/** "Google, GitHub or email", as configured. */
export function waysToSignIn(providers: readonly SignInProvider[]): string {
  const names = providers.map((provider) => providerNames[provider])
  return names.length === 0 ? 'your email address' : `${names.join(', ')} or email`
}
