import * as z from 'zod/mini'
import { type AuditAction, auditAction } from '#contract/admin-overview.ts'
import type { Clock } from '#server/clock.ts'
import { users } from '#server/database/account-schema.ts'
import { auditLog } from '#server/database/admin-schema.ts'
import { and, desc, lt, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Statements, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'

type Done = { action: AuditAction; targetUserId?: string; details?: string }

/** The actor. A command on the server has no IP address. */
type LoggedActor = { username: string; address?: string }

export function entryOf(clock: Clock, { username, address }: LoggedActor, done: Done): NewAuditEntry {
  const how = address === undefined ? { details: 'By a command on the server.' } : {}
  return { at: clock(), admin: username, ipAddress: address ?? null, ...how, ...done }
}

export type NewAuditEntry = {
  at: Date
  action: AuditAction
  /** The user name of the operator, or `unknown` if the typed name does not exist. */
  admin: string
  /** The IP address; null for a command on the server itself. */
  ipAddress: string | null
  targetUserId?: string
  details?: string
}

export type AuditStore = ReturnType<typeof makeAuditStore>

/**
 * Inserts an entry inside the transaction of a store's change, so that the change and its entry are atomic.
 */
export async function insertAuditEntry(inside: Statements, entry: NewAuditEntry): Promise<void> {
  await inside.insert(auditLog).values(entry)
}

export function makeAuditStore(db: Database) {
  return {
    recordEntry: (entry: NewAuditEntry) => insertAuditEntry(db, entry),

    /** Runs a change of another feature and inserts its log entries in one transaction. */
    async withEntries<T>(
      change: (inside: Transaction) => Promise<T>,
      describe: (outcome: T) => readonly NewAuditEntry[],
    ): Promise<T> {
      return inTransaction(db, async (transaction) => {
        const outcome = await change(transaction)
        for (const entry of describe(outcome)) await insertAuditEntry(transaction, entry)
        return outcome
      })
    },

    /** Newest first. */
    async listEntries(limit: number, before: number | null) {
      const rows = await db
        .select({
          ...pickColumns(auditLog, 'id', 'at', 'action', 'admin', 'ipAddress', 'targetUserId'),
          targetEmail: users.email,
          details: auditLog.details,
        })
        .from(auditLog)
        .leftJoin(users, sql`${users.id} = ${auditLog.targetUserId}`)
        .where(and(before === null ? undefined : lt(auditLog.id, before)))
        .orderBy(desc(auditLog.id))
        .limit(limit)
      return rows.map((row) => ({ ...row, action: z.parse(auditAction, row.action) }))
    },
  }
}
