import { githubProvider } from './adapters/openid/github-provider.ts'
import { googleProvider } from './adapters/openid/google-provider.ts'
import type { OpenDatabase } from './database/open-database.ts'
import { makeAccountDataStore } from './features/accounts/account-data-store.ts'
import { makeAccountMails } from './features/accounts/account-mails.ts'
import { makeAccountSessionStore } from './features/accounts/account-session-store.ts'
import { longestWindowMs } from './features/accounts/attempt-rules.ts'
import { makeAttemptStore } from './features/accounts/attempt-store.ts'
import { refuseCommonPassword } from './features/accounts/common-passwords.ts'
import { makeIdentityStore } from './features/accounts/identity-store.ts'
import { makeAttemptLimiter } from './features/accounts/limit-attempts.ts'
import { linkPendingIdentity } from './features/accounts/link-pending-identity.ts'
import { makeMailDelivery } from './features/accounts/mail-delivery.ts'
import { makeMailedTokenStore } from './features/accounts/mailed-token-store.ts'
import { makePasswordHasher } from './features/accounts/password-hash.ts'
import type { SecurityEvent } from './features/accounts/security-event.ts'
import { sendVerification } from './features/accounts/send-verification.ts'
import { makeUserStore, type User } from './features/accounts/user-store.ts'
import { makeUsageStore } from './features/search/usage-store.ts'
import type { Clock } from './ports.ts'
import { wireMail } from './wire-mail.ts'
import type { Watched, Wired } from './wired.ts'

export function wireAccounts(wired: Watched, publicUrl: string, clock: Clock) {
  const { database, logger, watch } = wired
  const warn = (message: string, details: object) => logger.warn(details, message)
  const hasher = makePasswordHasher()
  const tokens = makeMailedTokenStore(database.db)
  const accountMails = makeAccountMails(publicUrl)
  const mailer = wired.replaced.mailer ?? wireMail({ ...wired, publicUrl, clock })
  const delivery = makeMailDelivery({ mailer: watch.watchMailer(mailer), warn })
  const mails = { tokens, accountMails, delivery, clock }
  const identities = makeIdentityStore(database.db)
  const usage = makeUsageStore(database.db, wired.allowanceKey)
  return {
    clock,
    hasher,
    hashPassword: hasher.hashPassword,
    verifyPassword: (passwordHash: string | null, password: string) =>
      hasher.verifyPassword(passwordHash, password),
    refuseCommonPassword,
    users: makeUserStore(database.db),
    takeOverSearches: (visitorId: string, userId: string | null) => usage.takeOverSearches(visitorId, userId),
    identities,
    sessions: makeAccountSessionStore(database.db, clock),
    attempts: makeAttemptLimiter({ store: makeAttemptStore(database.db), clock }),
    linkIdentity: (pending: Record<string, string> | null, userId: string) =>
      linkPendingIdentity({ store: identities, clock }, pending, userId),
    notify: {
      registered: (user: User) => sendVerification(mails, user.id),
      knownAddress: ({ email }: User) =>
        delivery.later('sign-up with a known address', async () => accountMails.signUpAttempt(email)),
      passwordChanged: ({ email }: User) =>
        delivery.later('password changed', async () => accountMails.passwordChanged(email)),
      identityLinked: ({ email }: User) =>
        delivery.later('sign-in linked', async () => accountMails.identityLinked(email)),
    },
    recordEvent: (event: SecurityEvent) => logger.info(event, 'Security event'),
    warn: wired.warn,
    tokens,
    accountMails,
    delivery,
    accountData: makeAccountDataStore(database.db),
  }
}

export function wireProviders({ config, logger }: Wired, publicUrl: string) {
  const google = config.google && googleProvider(config.google)
  const github = config.github && githubProvider(config.github)
  return {
    publicUrl,
    providers: [google, github].filter((provider) => provider !== null),
    warn: (message: string, cause: unknown) => logger.warn({ err: cause }, message),
  }
}

/** Removes what has had its time: sessions, mailed links and counted attempts. */
export function cleanAccounts(database: OpenDatabase, clock: Clock) {
  const sessions = makeAccountSessionStore(database.db, clock)
  const tokens = makeMailedTokenStore(database.db)
  const attempts = makeAttemptStore(database.db)
  return async () => {
    await sessions.deleteExpiredSessions()
    await tokens.deleteExpiredTokens(clock())
    await attempts.deleteAttemptsBefore(new Date(clock().getTime() - longestWindowMs))
  }
}
