import type { NodePgDatabase } from './drizzle.ts'
import { codesOf } from './system-error.ts'

/**
 * A connection for statements, inside or outside a transaction. It has no `$client`, because statements of a
 * `$client` would be outside the transaction.
 */
export type Statements = Omit<NodePgDatabase, 'transaction'>
type TransactionOf<D extends { transaction: (work: never) => unknown }> = Parameters<
  Parameters<D['transaction']>[0]
>[0]
export type Transaction = Omit<TransactionOf<NodePgDatabase>, 'transaction'>

/** SQLSTATEs of transactions that the server rolled back because of concurrent ones. */
const undoneStates = ['40001', '40P01']

export const wasUndone = (error: unknown): boolean =>
  codesOf(error).some((code) => undoneStates.includes(code ?? ''))

const mostAttempts = 5

/**
 * Runs `work` in a transaction. Runs it again if the server rolled back because of a concurrent transaction.
 * A nested call is a savepoint, and the outer transaction is repeated.
 */
export async function inTransaction<T>(
  db: Statements | Transaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const attempts = 'rollback' in db ? 1 : mostAttempts
  for (let attempt = 1; ; attempt += 1) {
    try {
      // The type hides this method, which databases and transactions both have.
      return await (db as NodePgDatabase).transaction(work)
    } catch (error) {
      if (attempt === attempts || !wasUndone(error)) throw error
    }
  }
}
