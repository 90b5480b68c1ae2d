import type { SignInError, SignInProvider } from '#contract/accounts.ts'
import type { Clock } from '#server/clock.ts'
import type { IdentityProvider } from '#server/sign-in-ports.ts'
import type { makeAccountDataStore } from './account-data-store.ts'
import type { makeAccountMails } from './account-mails.ts'
import type { makeAccountSessionStore } from './account-session-store.ts'
import type { makeIdentityStore } from './identity-store.ts'
import type { makeAttemptLimiter } from './limit-attempts.ts'
import type { makeMailDelivery } from './mail-delivery.ts'
import type { makeMailedTokenStore } from './mailed-token-store.ts'
import type { makePasswordHasher } from './password-hash.ts'
import type { makeUserStore, User } from './user-store.ts'

/** What use cases may do with their caller's session. The browser's cookie is updated accordingly. */
type SessionControl = {
  /** The id in the list of sessions; empty if nobody is signed in. */
  publicId: string
  /**
   * Signs the user in with a new session id; the previous one becomes invalid. Null creates an anonymous
   * session.
   */
  signIn(userId: string | null): Promise<{ publicId: string }>
  signOut(): Promise<void>
  /** What a sign-in with a provider left in the session; it can be read once. */
  takePendingSignIn(): Promise<Record<string, string> | null>
}

/** A caller of whom only the network address is used. */
export type Stranger = { address: string }
export type Visit = { address: string; session: SessionControl }
export type OwnVisit = Visit & { userId: string }

/** Events in the security log; `account` is a hash of the typed address, never the address. */
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

/** The dependencies of the account feature; a use case picks what it needs. */
export type AccountDeps = {
  users: ReturnType<typeof makeUserStore>
  sessions: ReturnType<typeof makeAccountSessionStore>
  tokens: ReturnType<typeof makeMailedTokenStore>
  identities: ReturnType<typeof makeIdentityStore>
  accountData: ReturnType<typeof makeAccountDataStore>
  attempts: ReturnType<typeof makeAttemptLimiter>
  hasher: ReturnType<typeof makePasswordHasher>
  accountMails: ReturnType<typeof makeAccountMails>
  delivery: Pick<ReturnType<typeof makeMailDelivery>, 'sendLater'>
  clock: Clock
  publicUrl: string
  /** The providers that this installation has keys for. */
  providers: readonly IdentityProvider[]
  /** Throws `password_too_common`. */
  refuseCommonPassword: (password: string, email?: string) => void
  /** Mails are sent after the reply. */
  notify: Record<'registered' | 'knownAddress' | 'passwordChanged' | 'identityLinked', (user: User) => void>
  /**
   * Assigns the browser's earlier searches to the account. Null for a known address, which takes the same
   * time.
   */
  takeOverSearches: (visitorId: string, userId: string | null) => Promise<void>
  /**
   * What has to end at other services before an account may be deleted, in this order. If one fails, the
   * account stays.
   */
  beforeDeletion: readonly ((userId: string) => Promise<void>)[]
  exportMaterial: (userId: string) => AsyncIterable<object>
  recordEvent: (event: SecurityEvent) => void
  warn: (message: string, cause: unknown) => void
}

/** The dependencies of every use case that sets a password. */
export type PasswordDeps = Pick<AccountDeps, 'attempts' | 'hasher' | 'refuseCommonPassword' | 'recordEvent'>
