import { execFile } from 'node:child_process'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type DataFolder, unfinishedPrefix } from './data-folder.ts'
import type { PostmasterFile } from './postmaster-file.ts'
import { accountOptions } from './server-account.ts'
import { addressOf, readPassword, writePassword } from './server-address.ts'
import { explainFailure } from './server-log.ts'
import { pathForServer, type ServerSite } from './server-site.ts'
import { codeOf, DatabaseUnavailable, reasonOf } from './system-error.ts'

/**
 * Creates the empty database next to its final location and then moves it there, so that a kill leaves no
 * partial database.
 */
export async function createCluster(site: ServerSite): Promise<void> {
  const { folder, account } = site
  await removeUnfinished(folder)
  const temporary = await mkdtemp(join(folder.root, unfinishedPrefix))
  try {
    if (account !== null) await chown(temporary, account.uid, account.gid)
    await runInitdb(site, temporary)
    await rename(temporary, folder.cluster)
    await syncFolder(folder.root)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

/** Removes what a killed process left. An initdb that is still running ends when its folder is removed. */
async function removeUnfinished(folder: DataFolder): Promise<void> {
  for (const name of await readdir(folder.root)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    await rm(join(folder.root, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function runInitdb(site: ServerSite, target: string): Promise<void> {
  const words = [
    ['--pgdata', pathForServer(site, target)],
    ['--username', 'postgres'],
    ['--encoding', 'UTF8'],
    ['--locale', 'C.UTF-8'],
    ['--data-checksums', '--no-instructions'],
    ...(await accessWords(site)),
  ].flat()
  try {
    await promisify(execFile)(site.binaries.initdb, words, { cwd: target, ...accountOptions(site.account) })
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    throw stderr === ''
      ? cannotRun(site.binaries.initdb, error)
      : explainFailure(site.folder, site.account, stderr)
  }
}

/**
 * Nobody else can reach the socket, so the first start can set its password (guardAccess). A TCP port needs a
 * password from the beginning.
 */
async function accessWords(site: ServerSite): Promise<string[][]> {
  if (site.transport === 'socket') return [['--auth-local', 'trust', '--auth-host', 'reject']]
  await writePassword(site)
  if (site.account !== null) await chown(site.folder.passwordFile, site.account.uid, site.account.gid)
  return [['--auth-local', 'reject', '--auth-host', 'scram-sha-256', '--pwfile', site.folder.passwordFile]]
}

export function cannotRun(program: string, error: unknown): DatabaseUnavailable {
  // The program exists, so ENOENT means that its loader is missing: a Linux without glibc.
  const reason = codeOf(error) === 'ENOENT' ? 'it needs a Linux with glibc' : reasonOf(error)
  return new DatabaseUnavailable(
    `${program} cannot be run: ${reason}. Set DATABASE_URL to a PostgreSQL of version 15 or newer.`,
    error,
  )
}

/** A rename is durable only after the folder is synced, which Windows does not support. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

const roles = ['postgres', 'unmet']
const trusted = 'local all all trust\n'
const guarded = 'local all all scram-sha-256\n'

const rulesPath = ({ folder }: ServerSite) => join(folder.cluster, 'pg_hba.conf')

/**
 * Writes PostgreSQL's access rules (pg_hba.conf) to a temporary file and moves it, so that a kill leaves
 * either the old rules or the new ones.
 */
async function writeRules(site: ServerSite, rules: string): Promise<void> {
  const beside = `${rulesPath(site)}.new`
  await writeFile(beside, rules, { mode: 0o600, flush: true })
  if (site.account !== null) await chown(beside, site.account.uid, site.account.gid)
  await rename(beside, rulesPath(site))
}

/**
 * Called before a start. If the password is lost, the server accepts one connection without a password. That
 * connection sets a new password.
 */
export async function reopenAccess(site: ServerSite): Promise<void> {
  if (site.transport !== 'socket' || (await readPassword(site)) !== null) return
  await writeRules(site, trusted)
}

/**
 * Called after a start. Sets a password, which keeps out other processes of the server's account. A step that
 * was only half finished is repeated.
 */
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
