import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import pg from 'pg'
import type { DatabaseRole } from './server-presence.ts'
import { settledWithin, succeeds } from './settled-within.ts'
import { codeOf, DatabaseUnavailable } from './system-error.ts'

export type PoolLimits = {
  connections: number
  /** The timeout for getting a connection, whether a new one is opened or one in use is awaited. */
  waitMs: number
  /** The server's timeout for a query; 0 for none. */
  queryMs: number
}

/**
 * The queries of commands have no timeout, because imports are commands. With more connections than the cores
 * can serve, every search is slower. The server also limits the number of connections.
 */
export const poolLimits: Record<DatabaseRole, PoolLimits> = {
  product: {
    connections: Math.min(48, Math.max(6, 3 * availableParallelism())),
    waitMs: 10_000,
    queryMs: 10_000,
  },
  command: { connections: 10, waitMs: 10_000, queryMs: 0 },
}

/** If the cancellation of a query is not confirmed within this time, the connection counts as dead. */
const cancelMs = 2_000
/** A connection that was idle for longer is checked before it is used. */
const quietMs = 3_000
const askMs = 1_500
/**
 * How long a failing connection attempt is repeated, because the server is starting or has no free
 * connection.
 */
const reconnectMs = 2_000
const reconnectPauseMs = 100

export type PoolEvents = {
  /** Called when the server has closed an idle connection. */
  onIdleLoss?: (error: Error) => void
  /** Called when a silent connection was closed. The sentence says why. */
  onGivenUp?: (sentence: string) => void
}

/** Opens a pool whose connections may break at any time. If one breaks, only its queries fail. */
export function openPool(connection: pg.PoolConfig, limits: PoolLimits, events: PoolEvents = {}): pg.Pool {
  const pool = new BoundedPool(connection, limits, events.onGivenUp ?? (() => {}))
  pool.on('error', events.onIdleLoss ?? (() => {}))
  // The pool listens to errors of idle connections only. An error event without a listener would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', planNamedOnce)
  pool.on('connect', refuseLostCommit)
  return repeatReads(pool)
}

const textOf = (query: unknown): unknown =>
  typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text

/** Whether a statement only reads, without locks. Such a statement is repeated if its connection broke. */
function onlyReads(query: unknown): boolean {
  const text = textOf(query)
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

/** Makes a pool repeat read-only statements once if their connection broke. */
function repeatReads(pool: pg.Pool): pg.Pool {
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

type Taker = Parameters<pg.Pool['connect']>[0]
type Done = (problem?: Error | boolean) => void

/** Private fields of the client: its socket, and whether it waits for a response. */
type OpenClient = pg.PoolClient & {
  connection: EventEmitter & { stream: Socket }
  readyForQuery: boolean
}

/**
 * The pool's own `query` closes the connection after every failed statement. Only two kinds of connections
 * have to be closed: broken ones, and those inside a transaction, which the next user would continue.
 */
function keepWhenRefused(client: OpenClient): void {
  const release = client.release.bind(client)
  const releaseOutside = () => release(client.getTransactionStatus() !== 'I')
  client.release = (problem) => {
    const isRefusal = problem instanceof pg.DatabaseError && problem.severity === 'ERROR'
    if (problem && !isRefusal) return release(problem)
    const { connection } = client
    if (client.readyForQuery || connection.stream.destroyed) return releaseOutside()
    // The driver reports the error before the server reports whether a transaction is open.
    const settle = () => {
      connection.off('readyForQuery', settle)
      connection.off('end', settle)
      releaseOutside()
    }
    connection.on('readyForQuery', settle)
    connection.on('end', settle)
  }
}

const isNamed = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'name' in statement && statement.name !== undefined

/**
 * Makes the server plan a named statement once per connection (a generic plan). Planning a search anew takes
 * as long as running it, and results in the same plan. Unnamed statements need custom plans, so the setting
 * changes between the two kinds.
 */
function planNamedOnce(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let once = false
  const queryPlanned = (...given: unknown[]) => {
    if (isNamed(given[0]) !== once) {
      once = !once
      // If the connection is broken, the next statement fails with the same error.
      Promise.resolve(query(`set plan_cache_mode = ${once ? 'force_generic_plan' : 'auto'}`)).catch(() => {})
    }
    return query(...given)
  }
  client.query = queryPlanned as pg.PoolClient['query']
}

/**
 * If a statement of a transaction failed and its error was caught, the server answers `commit` with a rollback
 * and no error. Drizzle ignores this answer and reports success.
 */
function refuseLostCommit(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const queryChecked = (...given: unknown[]) => {
    const answer = query(...given)
    if (textOf(given[0]) !== 'commit' || !(answer instanceof Promise)) return answer
    return answer.then((result: pg.QueryResult) => {
      if (result.command === 'COMMIT') return result
      throw new Error('The transaction was rolled back, because a failure in it was ignored.')
    })
  }
  client.query = queryChecked as pg.PoolClient['query']
}

/** Codes of a server that is starting or has no free connection. */
const transientStates = new Set(['57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT'])

class BoundedPool extends pg.Pool {
  readonly #limits: PoolLimits
  readonly #givenUp: (sentence: string) => void
  readonly #heardAt = new WeakMap<pg.PoolClient, number>()
  /** When one connection breaks, all connections that were last active before this time count as dead. */
  #deadBefore = 0

  constructor(connection: pg.PoolConfig, limits: PoolLimits, givenUp: (sentence: string) => void) {
    super({
      ...connection,
      application_name: 'unmet',
      max: limits.connections,
      connectionTimeoutMillis: limits.waitMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Connections are kept because they have prepared plans; a new one has to plan each search again.
      idleTimeoutMillis: 300_000,
      // This is a statement, because a connection pooler would reject it as a connection parameter.
      onConnect: (client) => client.query(`set statement_timeout = ${limits.queryMs}`),
    })
    this.#limits = limits
    this.#givenUp = givenUp
    this.on('connect', (client) => this.#listen(client as OpenClient))
  }

  /** Records when the server was last active, and closes the connection if a response is overdue. */
  #listen(client: OpenClient): void {
    const { stream } = client.connection
    const heard = () => this.#heardAt.set(client, performance.now())
    heard()
    stream.on('data', heard)
    const { queryMs } = this.#limits
    if (queryMs === 0) return
    stream.setTimeout(queryMs + cancelMs, () => {
      if (client.readyForQuery) return
      this.#giveUp(client, queryMs + cancelMs)
    })
  }

  #giveUp(client: OpenClient, silentMs: number): void {
    this.#deadBefore = Math.max(this.#deadBefore, (this.#heardAt.get(client) ?? 0) + 1)
    this.#givenUp(`A database connection did not answer for ${silentMs / 1000} s and was closed.`)
    client.connection.stream.destroy()
  }

  override connect(): Promise<pg.PoolClient>
  override connect(taker: Taker): void
  override connect(taker?: Taker): Promise<pg.PoolClient> | undefined {
    if (taker === undefined) {
      return new Promise((resolve, reject) => {
        this.#take(
          (error, client) => (client === undefined ? reject(error) : resolve(client)),
          performance.now(),
        )
      })
    }
    this.#take(taker, performance.now())
    return undefined
  }

  /** Returns a working connection. */
  #take(taker: Taker, since: number): void {
    super.connect((error, client, done) => {
      if (client === undefined) {
        const code = codeOf(error)
        const again =
          code !== null &&
          transientStates.has(code) &&
          performance.now() - since < Math.min(reconnectMs, this.#limits.waitMs)
        if (again && !this.ending) setTimeout(() => this.#take(taker, since), reconnectPauseMs)
        else taker(this.#explain(error), client, done)
        return
      }
      const release: Done = (problem) => client.release(problem)
      keepWhenRefused(client as OpenClient)
      const quiet = performance.now() - (this.#heardAt.get(client) ?? 0)
      if (quiet < quietMs) taker(undefined, client, release)
      else
        void this.#lives(client as OpenClient).then((lives) => {
          if (lives) return taker(undefined, client, release)
          client.release(true)
          return this.#take(taker, since)
        })
    })
  }

  async #lives(client: OpenClient): Promise<boolean> {
    if ((this.#heardAt.get(client) ?? 0) < this.#deadBefore) return false
    const answer = succeeds(client.query({ name: 'alive', text: 'select 1' }))
    if (await settledWithin(askMs, answer)) return answer
    this.#giveUp(client, askMs)
    return false
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
