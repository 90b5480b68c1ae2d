import pg from 'pg'
import { settledWithin } from './settled-within.ts'
import { codeOf, DatabaseUnavailable, reasonOf } from './system-error.ts'

type ServerDescription = { version: string; number: number; encoding: string }

const oldestMajor = 15
const connectMs = 10_000
const endMs = 1_000

/** Makes sure that the server at DATABASE_URL can be used, and says where it is without its password. */
export async function checkExternalPostgres(databaseUrl: string): Promise<string> {
  const client = openClient(databaseUrl)
  const where = `PostgreSQL at ${client.user}@${client.host}:${client.port}/${client.database}`
  client.on('error', () => {})
  try {
    await client.connect()
    refuseUnfit(await describe(client), where)
    return where
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    throw new DatabaseUnavailable(
      `DATABASE_URL: cannot open ${where}: ${refusal(error)}. Check that the server runs and that the address is right.`,
      error,
    )
  } finally {
    await settledWithin(endMs, client.end())
  }
}

function openClient(databaseUrl: string): pg.Client {
  try {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new Error('another kind of address')
    return new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectMs })
  } catch (error) {
    throw new DatabaseUnavailable(
      'DATABASE_URL is no address of a PostgreSQL database; it looks like postgres://user:password@host:5432/name.',
      error,
    )
  }
}

async function describe(client: pg.Client): Promise<ServerDescription> {
  const { rows } = await client.query<ServerDescription>(
    `select current_setting('server_version') as version,
            current_setting('server_version_num')::int as number,
            current_setting('server_encoding') as encoding`,
  )
  return rows[0] ?? { version: 'unknown', number: 0, encoding: 'unknown' }
}

export function refuseUnfit(server: ServerDescription, where: string): void {
  if (server.number < oldestMajor * 10_000) {
    throw new DatabaseUnavailable(
      `DATABASE_URL: ${where} is version ${server.version}, and Unmet needs PostgreSQL ${oldestMajor} or newer. ` +
        'Upgrade the server, or leave DATABASE_URL out to use the embedded one.',
    )
  }
  if (server.encoding !== 'UTF8') {
    throw new DatabaseUnavailable(
      `DATABASE_URL: ${where} stores text as ${server.encoding}, and Unmet needs UTF8. ` +
        "Make the database again with: create database NAME encoding 'UTF8' template template0",
    )
  }
}

function refusal(error: unknown): string {
  const code = codeOf(error)
  if (code === '28P01' || code === '28000') return 'it refuses this user or password'
  if (code === '3D000') return 'it has no database of this name'
  if (code === '53300') return 'it has no connection to spare'
  return reasonOf(error)
}
