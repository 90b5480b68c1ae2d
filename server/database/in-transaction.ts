import type { NodePgDatabase } from './drizzle.ts'
import { codesOf } from './system-error.ts'

/** Statements inside a transaction or each by itself. It has no `$client`, whose statements are never inside. */
export type Statements = Omit<NodePgDatabase, 'transaction'>
type TransactionOf<D extends { transaction: (work: never) => unknown }> = Parameters<
  Parameters<D['transaction']>[0]
>[0]
export type Transaction = Omit<TransactionOf<NodePgDatabase>, 'transaction'>

/** What the server has undone because of others who wrote at the same time. */
const undoneStates = ['40001', '40P01']

export const wasUndone = (error: unknown): boolean =>
  codesOf(error).some((code) => undoneStates.includes(code ?? ''))

const mostAttempts = 5

/**
 * All that `work` does or nothing of it; done again when the server has undone it because of another. Within a
 * transaction what fails leaves what was done before, and the whole is done again.
 */
export async function inTransaction<T>(
  db: Statements | Transaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const attempts = 'rollback' in db ? 1 : mostAttempts
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Nobody else sees that a database and a transaction have this method.
      return await (db as NodePgDatabase).transaction(work)
    } catch (error) {
      if (attempt === attempts || !wasUndone(error)) throw error
    }
  }
}
