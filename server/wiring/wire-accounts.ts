import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { outboxMailer } from '#server/adapters/mail/outbox-mailer.ts'
import { smtpMailer } from '#server/adapters/mail/smtp-mailer.ts'
import { githubProvider } from '#server/adapters/openid/github-provider.ts'
import { googleProvider } from '#server/adapters/openid/google-provider.ts'
import { makeAccountDataStore } from '#server/features/accounts/account-data-store.ts'
import type { AccountDeps } from '#server/features/accounts/account-deps.ts'
import { makeAccountMails } from '#server/features/accounts/account-mails.ts'
import { makeAccountSessionStore } from '#server/features/accounts/account-session-store.ts'
import { addAccountRoutes, addProviderRoutes } from '#server/features/accounts/accounts-routes.ts'
import { longestWindowMs } from '#server/features/accounts/attempt-rules.ts'
import { makeAttemptStore } from '#server/features/accounts/attempt-store.ts'
import { refuseCommonPassword } from '#server/features/accounts/common-passwords.ts'
import { makeIdentityStore } from '#server/features/accounts/identity-store.ts'
import { makeAttemptLimiter } from '#server/features/accounts/limit-attempts.ts'
import { makeMailDelivery } from '#server/features/accounts/mail-delivery.ts'
import { sendVerification } from '#server/features/accounts/mailed-links.ts'
import { makeMailedTokenStore } from '#server/features/accounts/mailed-token-store.ts'
import { makeTurns } from '#server/features/accounts/make-turns.ts'
import { makePasswordHasher } from '#server/features/accounts/password-hash.ts'
import { makeUserStore } from '#server/features/accounts/user-store.ts'
import { takeOverSearches } from '#server/features/search/allowance/usage-store.ts'
import type { Mailer } from '#server/mail-ports.ts'
import type { Wired } from './wired.ts'

export type Accounts = ReturnType<typeof wireAccounts>

/** Data of other features that is deleted with an account. */
type AccountBelongings = Pick<AccountDeps, 'beforeDeletion' | 'exportMaterial'>

export type MailDeps = Pick<Wired, 'config' | 'logger' | 'publicUrl' | 'clock'>

const senderOf = ({ config, publicUrl }: MailDeps) =>
  config.mailFrom ?? { name: 'Unmet', address: `no-reply@${new URL(publicUrl).hostname}` }

/** Writes mails to files on this machine. */
export function openOutbox(parts: MailDeps): Mailer {
  const { config, logger, clock } = parts
  const folder = join(config.dataDir, 'outbox')
  return outboxMailer({ folder, from: senderOf(parts), clock, log: (line) => logger.info(line) })
}

function openMailer(parts: MailDeps): Mailer {
  const { smtpServer } = parts.config
  if (smtpServer === null) return openOutbox(parts)
  return smtpMailer({ server: smtpServer, from: senderOf(parts) })
}

/** The mail server or, without one, files. Failures are shown in the product's health. */
export const wireMailer = (wired: Wired): Mailer =>
  wired.watch.watchMailer(wired.replaced.mailer ?? openMailer(wired))

/** The mails of accounts, sent after the reply. */
function wireMails(wired: Wired) {
  const { database, logger, refusals, clock, publicUrl } = wired
  const accountMails = makeAccountMails(publicUrl)
  const delivery = makeMailDelivery({
    mailer: wireMailer(wired),
    warn: (message, details) => {
      if (refusals.mayTell(message)) logger.warn(details, message)
    },
  })
  const mails = { tokens: makeMailedTokenStore(database.db), accountMails, delivery, clock }
  const notify: AccountDeps['notify'] = {
    registered: ({ id }) => sendVerification(mails, id),
    knownAddress: ({ email }) =>
      delivery.sendLater('sign-up with a known address', async () => accountMails.signUpAttempt(email)),
    passwordChanged: ({ email }) =>
      delivery.sendLater('password changed', async () => accountMails.passwordChanged(email)),
    identityLinked: ({ email }) =>
      delivery.sendLater('sign-in linked', async () => accountMails.identityLinked(email)),
    identityRemoved: ({ email }) =>
      delivery.sendLater('sign-in removed', async () => accountMails.identityRemoved(email)),
  }
  return { ...mails, notify }
}

/**
 * The number of logged events of each kind. Further events are only counted, because anybody can cause failed
 * sign-ins.
 */
const mostEventsPerMinute = 20

/** The data of one account. One of them may fail on the way. */
const exportsPerMinute = 2

export function wireAccounts(wired: Wired, belongings: AccountBelongings) {
  const { config, database, logger, refusals, clock, publicUrl } = wired
  const { db } = database
  const mails = wireMails(wired)
  const attemptStore = makeAttemptStore(db)
  const google = config.google && googleProvider(config.google)
  const github = config.github && githubProvider(config.github)
  const parts: AccountDeps = {
    ...mails,
    ...belongings,
    publicUrl,
    providers: [google, github].filter((provider) => provider !== null),
    hasher: makePasswordHasher(wired.replaced.hashCost),
    refuseCommonPassword,
    users: makeUserStore(db),
    takeOverSearches: (visitorId, userId) => takeOverSearches(db, visitorId, userId),
    identities: makeIdentityStore(db),
    sessions: makeAccountSessionStore(db, clock),
    attempts: makeAttemptLimiter({ store: attemptStore, clock }),
    recordEvent: (event) => {
      if (refusals.mayTell(event.event, mostEventsPerMinute)) logger.info(event, 'Security event')
    },
    warn: wired.warn,
    accountData: makeAccountDataStore(db),
    mayExport: wired.together.rateWindow('exports of accounts', exportsPerMinute),
    exports: { running: new Set(), takeTurn: makeTurns() },
  }
  return {
    ...parts,
    delivery: mails.delivery,
    addRoutes: (app: FastifyInstance) => {
      addAccountRoutes(app, parts)
      addProviderRoutes(app, parts)
    },
    /** Deletes expired sessions, mailed links and counted attempts. */
    async clean() {
      await parts.sessions.deleteExpiredSessions()
      await parts.tokens.deleteExpiredTokens(clock())
      await attemptStore.deleteAttemptsBefore(new Date(clock().getTime() - longestWindowMs))
    },
  }
}
