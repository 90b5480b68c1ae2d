import type { FastifyInstance } from 'fastify'
import type { Operator } from '#server/actor.ts'
import { makeApiKeyStore } from '#server/features/accounts/api-key-store.ts'
import { makeCallCounter } from '#server/features/accounts/count-calls.ts'
import { findKeyHolder } from '#server/features/accounts/find-key-holder.ts'
import { keyNoticeDuty } from '#server/features/accounts/key-notice.ts'
import { addKeysRoutes } from '#server/features/accounts/keys-routes.ts'
import { layoutMail } from '#server/features/accounts/mail-layout.ts'
import { cleanKeys } from '#server/features/accounts/manage-keys.ts'
import { type AuditStore, entryOf } from '#server/features/admin/audit-store.ts'
import { wireMailer } from './wire-accounts.ts'
import { billingFact } from './wire-billing.ts'
import type { Wired } from './wired.ts'

export type Keys = ReturnType<typeof wireKeys>

/** API keys, and the check that admits their calls. */
export function wireKeys(wired: Wired, audit: Pick<AuditStore, 'recordEntry'>) {
  const { config, database, clock, warn, publicUrl } = wired
  const keys = makeApiKeyStore(database.db)
  const calls = makeCallCounter({ keys, clock, warn })
  const parts = { keys, calls, clock, plan: config.keyPlan, billing: billingFact(config.payments) }
  const recordEnd = (by: Operator, { userId, name }: { userId: string; name: string }) =>
    audit.recordEntry(entryOf(clock, by, { action: 'key_ended', targetUserId: userId, details: name }))
  return {
    findKeyHolder: (text: string) => findKeyHolder(parts, text),
    calls,
    addRoutes: (app: FastifyInstance) => addKeysRoutes(app, { ...parts, recordEnd }),
    duties: [keyNoticeDuty({ keys, clock, mailer: wireMailer(wired), layoutMail, publicUrl })],
    clean: () => cleanKeys(parts),
  }
}
