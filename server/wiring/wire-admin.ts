import type { FastifyInstance } from 'fastify'
import type { PaymentMode } from '#contract/billing.ts'
import { pageUrl } from '#contract/page-paths.ts'
import { addAdminSessions } from '#server/doors/web/admin-session.ts'
import { makeAccountDataStore } from '#server/features/accounts/account-data-store.ts'
import { attemptIdentifiersOf } from '#server/features/accounts/limit-attempts.ts'
import { makeMailDelivery } from '#server/features/accounts/mail-delivery.ts'
import { sendVerification } from '#server/features/accounts/mailed-links.ts'
import { makeActivityStore } from '#server/features/admin/activity-store.ts'
import type { AdminDeps } from '#server/features/admin/admin-deps.ts'
import { makeAdminMails } from '#server/features/admin/admin-mails.ts'
import { addAdminRoutes } from '#server/features/admin/admin-routes.ts'
import { makeAdminSessionStore } from '#server/features/admin/admin-session-store.ts'
import { makeAdminStore } from '#server/features/admin/admin-store.ts'
import { makeAuditStore, type NewAuditEntry } from '#server/features/admin/audit-store.ts'
import { makeDeliveryFiguresStore } from '#server/features/admin/delivery-figures-store.ts'
import { makeListedUsersStore } from '#server/features/admin/listed-users-store.ts'
import { makeSetupCode } from '#server/features/admin/log-in-admin.ts'
import { makeSecretSeal } from '#server/features/admin/seal-secret.ts'
import { makeSecondFactorStore } from '#server/features/admin/second-factor-store.ts'
import { makeBillingStore } from '#server/features/billing/billing-store.ts'
import { changePaymentConfig } from '#server/features/billing/change-payment-config.ts'
import { demoteToFree, promoteToPro } from '#server/features/billing/grant-pro.ts'
import {
  makePaymentConfigStore,
  type PaymentConfigStore,
} from '#server/features/billing/payment-config-store.ts'
import type { Billing } from '#server/features/billing/require-payments.ts'
import { makeHealthStore } from '#server/operations/health-store.ts'
import type { ToldHealth } from '#server/operations/health-watch.ts'
import { type ReadHealth, readHealth } from '#server/operations/read-health.ts'
import type { Readiness } from '#server/operations/readiness.ts'
import { isReachable } from './open-payments.ts'
import { type Accounts, openOutbox } from './wire-accounts.ts'
import type { Wired } from './wired.ts'

interface WiredAdmin extends Wired {
  readiness: Readiness
  listSources: ReadHealth['installed']['listSources']
  listJobs: ReadHealth['installed']['listJobs']
  accounts: Pick<
    Accounts,
    'attempts' | 'hasher' | 'refuseCommonPassword' | 'accountMails' | 'delivery' | 'tokens'
  >
  beforeDeletion: readonly ((userId: string) => Promise<void>)[]
  billing: Billing
}

/** The recipient of a mail that is only written to a file. */
const outboxAddress = 'operator@outbox.invalid'

/**
 * Sends to the operator's address. Without such an address, mails are only written to files on this machine.
 */
function wireOperatorMail({ config, logger, accounts, publicUrl, clock }: WiredAdmin) {
  const adminMails = makeAdminMails(publicUrl, config.operatorEmail ?? outboxAddress)
  if (config.operatorEmail !== null || config.smtpServer === null) {
    return { adminMails, operatorDelivery: accounts.delivery }
  }
  const warn = (message: string, details: object) => logger.warn(details, message)
  const mailer = openOutbox({ config, logger, publicUrl, clock })
  return { adminMails, operatorDelivery: makeMailDelivery({ mailer, warn }) }
}

/**
 * Functions of other features that change users and payments, each in one transaction with its audit log
 * entry.
 */
function wireActions({ database, billing }: Pick<WiredAdmin, 'database' | 'billing'>) {
  const audit = makeAuditStore(database.db)
  const entitlementsWith = (entry: NewAuditEntry) => ({
    setEntitlement: (userId: string, grantedAt: Date | null) =>
      audit.withEntries(
        (inside) => makeBillingStore(inside).setEntitlement(userId, grantedAt),
        (person) => (person === null ? [] : [entry]),
      ),
  })
  const changePayments: AdminDeps['changePayments'] = (change, by, entriesOf) => {
    const paymentConfig: PaymentConfigStore = {
      ...billing.paymentConfig,
      saveConfig: (saved, saver) =>
        audit.withEntries((inside) => makePaymentConfigStore(inside).saveConfig(saved, saver), entriesOf),
    }
    return changePaymentConfig({ ...billing, paymentConfig }, change, by.adminId)
  }
  return {
    audit,
    changePayments,
    plans: {
      promote: (userId: string, entry: NewAuditEntry) =>
        promoteToPro({ ...billing, entitlements: entitlementsWith(entry) }, userId),
      demote: (userId: string, entry: NewAuditEntry) =>
        demoteToFree({ ...billing, entitlements: entitlementsWith(entry) }, userId),
    },
    removeAccount: (user: { id: string; email: string }, entry: NewAuditEntry) =>
      audit.withEntries(
        (inside) => makeAccountDataStore(inside).deleteAccount(user.id, attemptIdentifiersOf(user)),
        () => [entry],
      ),
  }
}

/** The payment modes that can be switched on, and their prices. */
function describePayments({ payments, standIn, defaultPrices }: Billing) {
  const paymentKeys: Record<PaymentMode, boolean> = {
    production: payments.production !== null,
    sandbox: payments.sandbox !== null,
  }
  // The price of a stand-in is neither shown nor stored.
  return {
    paymentKeys,
    standIn,
    defaultPrices: standIn ? { production: null, sandbox: null } : defaultPrices,
  }
}

/** Facts about the installation, for the operator. */
function healthReader(parts: WiredAdmin, payments: Pick<ReadHealth, 'paymentKeys' | 'standIn'>) {
  const { config, database, together, readiness, billing, listSources, listJobs } = parts
  const reading: ReadHealth = {
    ...payments,
    health: makeHealthStore(database.db),
    askHealth: async () => (await together.askAll('health')) as ToldHealth[],
    readiness,
    paymentSettings: billing.paymentConfig,
    installed: {
      listSources,
      listJobs,
      mailDelivery: config.smtpServer === null ? 'outbox' : 'smtp',
      operatorEmailSet: config.operatorEmail !== null,
      embeddedDatabase: config.databaseUrl === null,
    },
  }
  return () => readHealth(reading)
}

/** The dependencies of the admin area. */
function wireParts(parts: WiredAdmin) {
  const { config, database, logger, clock, cookieSecrets, accounts } = parts
  const { db } = database
  const { attempts, hasher, refuseCommonPassword, accountMails, delivery, tokens } = accounts
  const [cookieSecret = ''] = cookieSecrets
  const payments = describePayments(parts.billing)
  const needsCode = config.isProduction || isReachable({ ...config, publicUrl: parts.publicUrl })
  return {
    clock,
    timeZone: config.timeZone,
    deliveryFigures: makeDeliveryFiguresStore(db),
    switches: { ...config.delivery, digests: config.delivery.digests && config.smtpServer !== null },
    isSelfHosted: config.isSelfHosted,
    attempts,
    hasher,
    refuseCommonPassword,
    beforeDeletion: parts.beforeDeletion,
    setupCode: needsCode ? makeSetupCode(cookieSecret) : null,
    admins: makeAdminStore(db),
    sessions: makeAdminSessionStore(db, clock),
    secondFactors: makeSecondFactorStore(db),
    seal: makeSecretSeal(cookieSecrets),
    activity: makeActivityStore(db),
    listedUsers: makeListedUsersStore(db),
    readHealth: healthReader(parts, payments),
    paymentSettings: parts.billing.paymentConfig,
    ...payments,
    notifyPasswordChanged: ({ email }: { email: string }) =>
      delivery.sendLater('password changed', async () => accountMails.passwordChanged(email)),
    notifyEmailChanged: ({ id, oldEmail }: { id: string; oldEmail: string }) => {
      delivery.sendLater('address changed', async () => accountMails.addressChanged(oldEmail))
      const verifyAddress = accountMails.confirmNewAddress
      sendVerification({ tokens, delivery, clock, accountMails: { ...accountMails, verifyAddress } }, id)
    },
    warn: (message: string, cause: unknown) => logger.warn({ err: cause }, message),
    ...wireOperatorMail(parts),
    ...wireActions(parts),
  }
}

export function wireAdmin(parts: WiredAdmin) {
  const { publicUrl, logger, clock } = parts
  const admin = wireParts(parts)
  const { admins, sessions, setupCode, audit, operatorDelivery } = admin
  return {
    sessions,
    audit,
    operatorDelivery,
    addRoutes: (app: FastifyInstance): void => {
      addAdminSessions(app, { storage: sessions, publicUrl })
      addAdminRoutes(app, admin)
    },
    /**
     * While there is no operator, the log says where to create one. In production it also shows the required
     * code.
     */
    async announceSetup(): Promise<void> {
      if (!(await admins.needsSetup())) return
      const where = `There is no administrator yet. Set one up at ${pageUrl(publicUrl, '/admin/setup')}`
      if (setupCode === null) logger.info(where)
      else logger.warn(`${where} with the setup code ${setupCode}`)
    },
    /** Deletes expired data, and aggregates counts. */
    async clean(): Promise<void> {
      await sessions.deleteExpiredSessions()
      await admins.deleteExpiredResets(clock())
      await admin.activity.compactCounts(clock())
    },
  }
}
