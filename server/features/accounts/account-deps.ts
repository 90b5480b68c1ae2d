import type { SignInError, SignInProvider } from '#contract/accounts.ts'
import type { RateWindow } from '#server/actor.ts'
import type { Clock } from '#server/clock.ts'
import type { IdentityProvider } from '#server/sign-in-ports.ts'
import type { makeAccountDataStore } from './account-data-store.ts'
import type { makeAccountMails } from './account-mails.ts'
import type { makeAccountSessionStore } from './account-session-store.ts'
import type { makeIdentityStore } from './identity-store.ts'
import type { makeAttemptLimiter } from './limit-attempts.ts'
import type { makeMailDelivery } from './mail-delivery.ts'
import type { makeMailedTokenStore } from './mailed-token-store.ts'
import type { TakeTurn } from './make-turns.ts'
import type { makePasswordHasher } from './password-hash.ts'
import type { makeUserStore, User } from './user-store.ts'

/**
 * The operations on the caller's session that use cases may call. Each of them also updates the browser's
 * cookie.
 */
type SessionControl = {
  /** The id in the list of sessions; '' if nobody is signed in. */
  publicId: string
  /**
   * Signs the user in with a new session id. The previous id becomes invalid. Null starts an anonymous
   * session.
   */
  signIn(userId: string | null): Promise<{ publicId: string }>
  signOut(): Promise<void>
  /** The data that a sign-in with a provider left in the session. It can be read once. */
  takePendingSignIn(): Promise<Record<string, string> | null>
}

/** A caller who is known only by the network address. */
export type Stranger = { address: string }
export type Visit = { address: string; session: SessionControl }
export type OwnVisit = Visit & { userId: string }

/** Events in the security log. `account` is a hash of the typed address, never the address. */
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
    | 'identity_removed'
  address: string
  userId?: string
  account?: string
  provider?: SignInProvider
  reason?: SignInError
}

/** The dependencies of the account feature. Each use case picks the ones that it needs. */
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
  /** The providers for which this installation has keys. */
  providers: readonly IdentityProvider[]
  /** Throws `password_too_common`. */
  refuseCommonPassword: (password: string, email?: string) => void
  /** Sends a mail after the reply. */
  notify: Record<
    'registered' | 'knownAddress' | 'passwordChanged' | 'identityLinked' | 'identityRemoved',
    (user: User) => void
  >
  /**
   * Assigns the browser's earlier searches to the account. `userId` is null if the typed address already had
   * an account: then nothing is assigned, but the call takes the same time.
   */
  takeOverSearches: (visitorId: string, userId: string | null) => Promise<void>
  /**
   * Called in this order before an account is deleted, to end services elsewhere and to delete what one
   * transaction could not. If a call fails, the account is not deleted.
   */
  beforeDeletion: readonly ((userId: string) => Promise<void>)[]
  exportMaterial: (userId: string) => AsyncIterable<object>
  mayExport: RateWindow
  /** The exports of this process: the users whose data is being written, and whose turn it is. */
  exports: { running: Set<string>; takeTurn: TakeTurn }
  recordEvent: (event: SecurityEvent) => void
  warn: (message: string, cause: unknown) => void
}

/** The dependencies of every use case that sets a password. */
export type PasswordDeps = Pick<AccountDeps, 'attempts' | 'hasher' | 'refuseCommonPassword' | 'recordEvent'>
