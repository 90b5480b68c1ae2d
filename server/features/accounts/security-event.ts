import type { SignInError, SignInProvider } from '#contract/accounts.ts'

/** What the operator can read afterwards; `account` is a hash of the address typed, never the address. */
export type SecurityEvent = {
  event:
    | 'registered'
    | 'register_known_address'
    | 'signed_in'
    | 'sign_in_failed'
    | 'signed_out'
    | 'password_changed'
    | 'password_reset_requested'
    | 'password_reset_failed'
    | 'password_reset'
    | 'account_deleted'
    | 'sessions_ended'
    | 'provider_sign_in_failed'
    | 'identity_linked'
  address: string
  userId?: string
  account?: string
  provider?: SignInProvider
  reason?: SignInError
}

export type RecordSecurityEvent = (event: SecurityEvent) => void
