import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { outboxMailer } from './adapters/mail/outbox-mailer.ts'
import { smtpMailer } from './adapters/mail/smtp-mailer.ts'
import { githubProvider } from './adapters/openid/github-provider.ts'
import { googleProvider } from './adapters/openid/google-provider.ts'
import { makeAccountDataStore } from './features/accounts/account-data-store.ts'
import { makeAccountMails } from './features/accounts/account-mails.ts'
import { makeAccountSessionStore } from './features/accounts/account-session-store.ts'
import { addAccountRoutes } from './features/accounts/accounts-routes.ts'
import { longestWindowMs } from './features/accounts/attempt-rules.ts'
import { makeAttemptStore } from './features/accounts/attempt-store.ts'
import { refuseCommonPassword } from './features/accounts/common-passwords.ts'
import type { ExportAccount } from './features/accounts/export-account.ts'
import { makeIdentityStore } from './features/accounts/identity-store.ts'
import { makeAttemptLimiter } from './features/accounts/limit-attempts.ts'
import { linkPendingIdentity } from './features/accounts/link-pending-identity.ts'
import { makeMailDelivery } from './features/accounts/mail-delivery.ts'
import { addMailedLinkRoutes } from './features/accounts/mailed-link-routes.ts'
import { makeMailedTokenStore } from './features/accounts/mailed-token-store.ts'
import { makePasswordHasher } from './features/accounts/password-hash.ts'
import { addProviderRoutes } from './features/accounts/provider-routes.ts'
import type { SecurityEvent } from './features/accounts/security-event.ts'
import { sendVerification } from './features/accounts/send-verification.ts'
import { makeUserStore, type User } from './features/accounts/user-store.ts'
import { takeOverSearches } from './features/search/usage-store.ts'
import type { Mailer } from './ports.ts'
import type { Wired } from './wired.ts'

/** What of other features goes with an account. */
type AccountBelongings = {
  beforeDeletion: readonly ((userId: string) => Promise<void>)[]
  exportMaterial: ExportAccount['exportMaterial']
}

export type MailParts = Pick<Wired, 'config' | 'logger' | 'publicUrl' | 'clock'>

const senderOf = ({ config, publicUrl }: MailParts) =>
  config.mailFrom ?? { name: 'Unmet', address: `no-reply@${new URL(publicUrl).hostname}` }

/** Mails as files of this machine. */
export function openOutbox(parts: MailParts): Mailer {
  const { config, logger, clock } = parts
  const folder = join(config.dataDir, 'outbox')
  return outboxMailer({ folder, from: senderOf(parts), clock, log: (line) => logger.info(line) })
}

/** The mail server, or the outbox where none is set. */
function openMailer(parts: MailParts): Mailer {
  const { smtpServer } = parts.config
  if (smtpServer === null) return openOutbox(parts)
  return smtpMailer({ server: smtpServer, from: senderOf(parts) })
}

/** The mails of accounts, sent after the reply. */
function wireMails(wired: Wired) {
  const { database, logger, clock, publicUrl, watch } = wired
  const accountMails = makeAccountMails(publicUrl)
  const delivery = makeMailDelivery({
    mailer: watch.watchMailer(wired.replaced.mailer ?? openMailer(wired)),
    warn: (message, details) => logger.warn(details, message),
  })
  const mails = { tokens: makeMailedTokenStore(database.db), accountMails, delivery, clock }
  const notify = {
    registered: (user: User) => sendVerification(mails, user.id),
    knownAddress: ({ email }: User) =>
      delivery.sendLater('sign-up with a known address', async () => accountMails.signUpAttempt(email)),
    passwordChanged: ({ email }: User) =>
      delivery.sendLater('password changed', async () => accountMails.passwordChanged(email)),
    identityLinked: ({ email }: User) =>
      delivery.sendLater('sign-in linked', async () => accountMails.identityLinked(email)),
  }
  return { ...mails, notify }
}

function wireProviders({ config, logger, publicUrl }: Wired) {
  const google = config.google && googleProvider(config.google)
  const github = config.github && githubProvider(config.github)
  return {
    publicUrl,
    providers: [google, github].filter((provider) => provider !== null),
    warn: (message: string, cause: unknown) => logger.warn({ err: cause }, message),
  }
}

export type Accounts = ReturnType<typeof wireAccounts>

export function wireAccounts(wired: Wired, belongings: AccountBelongings) {
  const { database, logger, clock } = wired
  const { db } = database
  const hasher = makePasswordHasher()
  const identities = makeIdentityStore(db)
  const sessions = makeAccountSessionStore(db, clock)
  const attemptStore = makeAttemptStore(db)
  const parts = {
    ...wireMails(wired),
    ...belongings,
    hasher,
    hashPassword: hasher.hashPassword,
    verifyPassword: (passwordHash: string | null, password: string) =>
      hasher.verifyPassword(passwordHash, password),
    refuseCommonPassword,
    users: makeUserStore(db),
    takeOverSearches: (visitorId: string, userId: string | null) => takeOverSearches(db, visitorId, userId),
    identities,
    sessions,
    attempts: makeAttemptLimiter({ store: attemptStore, clock }),
    linkIdentity: (pending: Record<string, string> | null, userId: string) =>
      linkPendingIdentity({ store: identities, clock }, pending, userId),
    recordEvent: (event: SecurityEvent) => logger.info(event, 'Security event'),
    warn: wired.warn,
    accountData: makeAccountDataStore(db),
  }
  return {
    ...parts,
    addRoutes: (app: FastifyInstance): void => {
      addAccountRoutes(app, parts)
      addMailedLinkRoutes(app, parts)
      addProviderRoutes(app, { ...parts, ...wireProviders(wired) })
    },
    /** Removes what has expired: sessions, mailed links and counted attempts. */
    async clean(): Promise<void> {
      await sessions.deleteExpiredSessions()
      await parts.tokens.deleteExpiredTokens(clock())
      await attemptStore.deleteAttemptsBefore(new Date(clock().getTime() - longestWindowMs))
    },
  }
}
