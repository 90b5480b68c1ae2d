import pg from 'pg'
import type { ServerAddress } from './server-address.ts'
import { settledWithin } from './settled-within.ts'
import { codeOf, DatabaseUnavailable, reasonOf } from './system-error.ts'

/** Marks DATA_DIR as used by a running product: a second product is refused, a command is not. */
export type DatabaseRole = 'product' | 'command'

export type Presence = Awaited<ReturnType<typeof takePresence>>

const name = 'unmet presence'
/** A lock that the product has while it runs. The server releases it when the product dies. */
const productLock = 8_317_002
/** The connection of a killed product closes only after a moment. */
const productWaitMs = 2_000
const connectMs = 10_000
/** Limited, so that a server that does not answer can be stopped. */
const askMs = 3_000
const leaveMs = 1_000
const lockNotAvailable = '55P03'

/** A connection that stays open while we use the server, so that other processes see that it is in use. */
export async function takePresence(admin: ServerAddress, role: DatabaseRole, root: string) {
  const client = new pg.Client({ ...admin, application_name: name, connectionTimeoutMillis: connectMs })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  client.once('end', resolve)
  // The end event is handled below. An error event without a listener would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    if (role === 'product') await takeProductLock(client, root)
    await ensureDatabase(client, admin)
  } catch (error) {
    await settledWithin(leaveMs, client.end())
    if (error instanceof DatabaseUnavailable) throw error
    throw new DatabaseUnavailable(
      `The database server in DATA_DIR ${root} runs but cannot be used: ${reasonOf(error)}. Stop it, then start again.`,
      error,
    )
  }
  return {
    /** Settles when either side has ended the connection. */
    ended,
    isLast: () => isLast(client),
    async leave(): Promise<void> {
      await settledWithin(leaveMs, client.end())
    },
  }
}

/**
 * If our connection broke, the other processes' connections broke as well, and those processes restart the
 * server.
 */
async function isLast(client: pg.Client): Promise<boolean> {
  const others = `select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`
  const asked = client.query(others, [name]).then(
    ({ rowCount }) => rowCount === 0,
    () => true,
  )
  return (await settledWithin(askMs, asked)) ? asked : true
}

async function takeProductLock(client: pg.Client, root: string): Promise<void> {
  await client.query(`set lock_timeout = ${productWaitMs}`)
  try {
    await client.query('select pg_advisory_lock($1)', [productLock])
  } catch (error) {
    if (codeOf(error) !== lockNotAvailable) throw error
    throw new DatabaseUnavailable(
      `Another Unmet already runs on DATA_DIR ${root}. Stop that one, or set DATA_DIR to another folder for this one.`,
      error,
    )
  }
}

/** The product's role owns its database and nothing else on the server. */
async function ensureDatabase(client: pg.Client, admin: ServerAddress): Promise<void> {
  const role = await client.query(`select from pg_roles where rolname = 'unmet'`)
  if (role.rowCount === 0) {
    const password = admin.password === undefined ? '' : ` password ${client.escapeLiteral(admin.password)}`
    await client.query(`create role unmet login${password}`)
  }
  const database = await client.query(`select from pg_database where datname = 'unmet'`)
  if (database.rowCount === 0) await client.query('create database unmet owner unmet')
}
