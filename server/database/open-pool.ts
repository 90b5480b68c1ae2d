import { availableParallelism } from 'node:os'
import pg from 'pg'
import type { DatabaseRole } from './database-role.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { codeOf } from './system-error.ts'

export type PoolLimits = {
  connections: number
  /** How long somebody waits for a connection: one that is being made, or one that others use. */
  waitMs: number
  /** After this long a query is cancelled; 0 never. */
  queryMs: number
}

/**
 * What a person waits for has an end; an import or an upgrade takes as long as it takes. More connections than the
 * cores can serve make every search slower, and the event loop with them.
 */
export const poolLimits: Record<DatabaseRole, PoolLimits> = {
  product: { connections: Math.max(4, 2 * availableParallelism()), waitMs: 10_000, queryMs: 30_000 },
  command: { connections: 10, waitMs: 10_000, queryMs: 0 },
}

/** Opens a pool whose connections may break at any time: queries on them are refused and nothing else happens. */
export function openPool(
  connection: pg.PoolConfig,
  limits: PoolLimits,
  onIdleLoss: (error: Error) => void = () => {},
): pg.Pool {
  const pool = new BoundedPool(connection, limits)
  pool.on('error', onIdleLoss)
  // The pool listens to idle connections only, and an error that nobody listens to ends the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

type Taker = Parameters<pg.Pool['connect']>[0]

/**
 * The pool's own `query` gives up a connection with every statement that the server refuses, such as a row
 * that is there already. The connection is well: only what breaks it, or the server calls fatal, ends it.
 */
function keepWhenRefused(client: pg.PoolClient): void {
  const release = client.release.bind(client)
  client.release = (problem) => {
    const isRefusal = problem instanceof pg.DatabaseError && problem.severity === 'ERROR'
    release(isRefusal ? undefined : problem)
  }
}

class BoundedPool extends pg.Pool {
  readonly #limits: PoolLimits

  constructor(connection: pg.PoolConfig, limits: PoolLimits) {
    super({
      ...connection,
      application_name: 'unmet',
      max: limits.connections,
      connectionTimeoutMillis: limits.waitMs,
      // A connection knows how to run the searches it ran before; a new one has to plan each of them again.
      idleTimeoutMillis: 300_000,
      // Not a parameter of the connection: a pooler in front of the server would refuse it.
      onConnect: (client) => client.query(`set statement_timeout = ${limits.queryMs}`),
    })
    this.#limits = limits
  }

  override connect(): Promise<pg.PoolClient>
  override connect(taker: Taker): void
  override connect(taker?: Taker): Promise<pg.PoolClient> | undefined {
    if (taker === undefined) {
      return super.connect().catch((error: unknown) => {
        throw this.#explain(error)
      })
    }
    super.connect((error, client, done) => {
      if (client !== undefined) keepWhenRefused(client)
      taker(error && this.#explain(error), client, done)
    })
    return undefined
  }

  #explain(error: unknown): Error {
    const { connections, waitMs } = this.#limits
    const isLate = error instanceof Error && codeOf(error) === null && /timeout/.test(error.message)
    if (!isLate) return error instanceof Error ? error : new Error(String(error))
    const inUse = this.totalCount - this.idleCount
    return new DatabaseUnavailable(
      inUse >= connections
        ? `The database is too busy: all ${connections} connections were in use for ${waitMs / 1000} s. Make fewer requests at once, or try again later.`
        : `The database did not answer within ${waitMs / 1000} s. Check that its server runs and that it can be reached.`,
      error,
    )
  }
}
