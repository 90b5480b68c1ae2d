import { type SignInError, signInError } from '#contract/accounts.ts'

const words: Record<SignInError, string> = {
  provider_unreachable: 'The other service did not answer. Try again in a moment, or use your email.',
  provider_refused: 'The other service did not sign you in. Nothing was changed; you can try again.',
  sign_in_expired: 'Signing in took too long or was started elsewhere. Please start again.',
  no_verified_email:
    'The other service has no confirmed email address of yours. Confirm it there, or use your email here.',
  link_needs_password:
    'There is an account with this email already. Sign in with its password once, and both belong together from then on. If you never chose one, use “Forgot password?”.',
}

/** What went wrong at the other provider, by the code in the address; null where there is none. */
export function authErrorMessage(code: string | null): string | null {
  if (code === null) return null
  const known = signInError.safeParse(code)
  return known.success
    ? words[known.data]
    : 'Signing in with the other service did not work. Please try again.'
}
