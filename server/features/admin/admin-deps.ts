import type { AdminHealth } from '#contract/admin-overview.ts'
import type { PaymentMode } from '#contract/billing.ts'
import type { Operator } from '#server/actor.ts'
import type { AccountDeps } from '#server/features/accounts/account-deps.ts'
import type {
  PaymentConfigBefore,
  PaymentConfigChange,
  PaymentConfigStore,
} from '#server/features/billing/payment-config-store.ts'
import type { makeActivityStore } from './activity-store.ts'
import type { makeAdminMails } from './admin-mails.ts'
import type { makeAdminSessionStore } from './admin-session-store.ts'
import type { makeAdminStore } from './admin-store.ts'
import type { AuditStore, NewAuditEntry } from './audit-store.ts'
import type { makeDeliveryFiguresStore } from './delivery-figures-store.ts'
import type { makeListedUsersStore } from './listed-users-store.ts'
import type { makeSecretSeal } from './seal-secret.ts'
import type { makeSecondFactorStore } from './second-factor-store.ts'

type OfAccounts = 'attempts' | 'hasher' | 'refuseCommonPassword' | 'beforeDeletion' | 'clock' | 'warn'

/** The dependencies of the admin area. Each use case picks the ones that it needs. */
export interface AdminDeps extends Pick<AccountDeps, OfAccounts> {
  admins: ReturnType<typeof makeAdminStore>
  sessions: ReturnType<typeof makeAdminSessionStore>
  secondFactors: ReturnType<typeof makeSecondFactorStore>
  seal: ReturnType<typeof makeSecretSeal>
  /** Null if no setup code is required. */
  setupCode: string | null
  adminMails: ReturnType<typeof makeAdminMails>
  /** Sends to the operator's address, or to the outbox if no address is set. */
  operatorDelivery: AccountDeps['delivery']
  audit: AuditStore
  listedUsers: ReturnType<typeof makeListedUsersStore>
  /** Sends a mail after the reply. */
  notifyPasswordChanged: (user: { email: string }) => void
  /** Mails a notice to the old address and a link to the new one, after the reply. */
  notifyEmailChanged: (user: { id: string; oldEmail: string }) => void
  /** Grants Pro without a payment, or revokes it, together with an audit log entry. */
  plans: Record<'promote' | 'demote', (userId: string, entry: NewAuditEntry) => Promise<unknown>>
  /** Deletes the account with all its data, together with an audit log entry. */
  removeAccount: (user: { id: string; email: string }, entry: NewAuditEntry) => Promise<void>
  activity: ReturnType<typeof makeActivityStore>
  timeZone: string
  deliveryFigures: ReturnType<typeof makeDeliveryFiguresStore>
  /** The features that the operator has switched on in the environment. */
  switches: { feeds: boolean; webhooks: boolean; digests: boolean }
  isSelfHosted: boolean
  readHealth: () => Promise<AdminHealth>
  paymentSettings: PaymentConfigStore
  paymentKeys: Record<PaymentMode, boolean>
  /** Whether a local stand-in simulates the payment provider. */
  standIn: boolean
  /** The prices from the environment. They are used until an operator saves others. */
  defaultPrices: Record<PaymentMode, string | null>
  /** Validates new prices with the provider, switches the mode, updates everybody's plan and writes the audit log. */
  changePayments: (
    change: PaymentConfigChange,
    by: Operator,
    entriesOf: (before: PaymentConfigBefore) => readonly NewAuditEntry[],
  ) => Promise<unknown>
}
