import type pg from 'pg'
import { codeOf, codesOf } from './system-error.ts'

/** A statement that changes nothing and takes no lock: the same again when its connection broke under it. */
function onlyReads(query: unknown): boolean {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text
  if (typeof text !== 'string' || !/^\s*select\b/iu.test(text)) return false
  return !/\bfor\s+(?:no\s+key\s+)?(?:update|share|key\s+share)\b|\bpg_(?:try_)?advisory|\bpg_terminate/iu.test(
    text,
  )
}

const brokenStates = new Set(['57P01', '57P02', '57P05', 'ECONNRESET', 'EPIPE'])

function connectionBroke(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return code === null
    ? error.message.startsWith('Connection terminated unexpectedly')
    : brokenStates.has(code)
}

/** Has a pool ask again, once, when a connection broke under a statement that only reads. */
export function repeatReads(pool: pg.Pool): pg.Pool {
  const ask = pool.query.bind(pool) as (...given: unknown[]) => unknown
  const askAgain = (...given: unknown[]) => {
    const answer = ask(...given)
    if (!(answer instanceof Promise) || !onlyReads(given[0])) return answer
    return answer.catch((error: unknown) => {
      if (!connectionBroke(error)) throw error
      return ask(...given)
    })
  }
  pool.query = askAgain as pg.Pool['query']
  return pool
}

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
