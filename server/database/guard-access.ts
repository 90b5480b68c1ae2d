import { chown, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { readPassword, writePassword } from './password-file.ts'
import type { PostmasterFile } from './postmaster-file.ts'
import { addressOf } from './server-address.ts'
import type { ServerSite } from './server-site.ts'

const roles = ['postgres', 'unmet']
const trusted = 'local all all trust\n'
const guarded = 'local all all scram-sha-256\n'

const rulesPath = ({ folder }: ServerSite) => join(folder.cluster, 'pg_hba.conf')

/** PostgreSQL's rules of who may connect: written to another file and moved, so that a kill leaves the old or the new ones. */
async function writeRules(site: ServerSite, rules: string): Promise<void> {
  const beside = `${rulesPath(site)}.new`
  await writeFile(beside, rules, { mode: 0o600, flush: true })
  if (site.account !== null) await chown(beside, site.account.uid, site.account.gid)
  await rename(beside, rulesPath(site))
}

/** Before a start: a server whose password is lost lets us in once more, to be given another. */
export async function reopenAccess(site: ServerSite): Promise<void> {
  if (site.transport !== 'socket' || (await readPassword(site)) !== null) return
  await writeRules(site, trusted)
}

/** After a start: a password keeps other processes of the server's account out. What a kill left half done is done again. */
export async function guardAccess(site: ServerSite, server: PostmasterFile): Promise<void> {
  if (site.transport !== 'socket') return
  const rules = await readFile(rulesPath(site), 'utf8')
  if (!/^local\s.*\btrust\b/mu.test(rules)) return
  const password = (await readPassword(site)) ?? (await writePassword(site))
  const client = new pg.Client({ ...(await addressOf(site, server)), connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ role: string }>(
      'select rolname as role from pg_roles where rolname = any($1)',
      [roles],
    )
    for (const { role } of rows) {
      await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`)
    }
    await writeRules(site, guarded)
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}
