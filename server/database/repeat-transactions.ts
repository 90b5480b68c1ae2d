import { codesOf } from './system-error.ts'

type Transactions = { transaction(work: never, settings?: never): Promise<unknown> }

/** What the server has undone because of others who wrote at the same time. */
const undoneStates = ['40001', '40P01']

export const wasUndone = (error: unknown): boolean =>
  codesOf(error).some((code) => undoneStates.includes(code ?? ''))

/** Has a database do a transaction again, once, when the server has undone it because of another. */
export function repeatTransactions<D extends Transactions>(db: D): D {
  const run = db.transaction.bind(db)
  const runAgain: Transactions['transaction'] = async (work, settings) => {
    try {
      return await run(work, settings)
    } catch (error) {
      if (!wasUndone(error)) throw error
      return run(work, settings)
    }
  }
  db.transaction = runAgain
  return db
}
