import { useQuery } from '@tanstack/react-query'
import { type SignInProvider, signInProvidersEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'

export const providerNames: Record<SignInProvider, string> = { google: 'Google', github: 'GitHub' }

/** The providers that this installation has keys for. */
export function useSignInProviders() {
  return useQuery({
    queryKey: [signInProvidersEndpoint.path],
    queryFn: () => callEndpoint(signInProvidersEndpoint),
  })
}

/** "Google, GitHub or email", with what there is. */
export function waysToSignIn(providers: readonly SignInProvider[]): string {
  const names = providers.map((provider) => providerNames[provider])
  return names.length === 0 ? 'your email address' : `${names.join(', ')} or email`
}
