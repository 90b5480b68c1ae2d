import { createHash, randomBytes, randomInt } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import type { PostmasterFile } from './postmaster-file.ts'
import type { ServerSite } from './server-site.ts'
import { DatabaseUnavailable, nullIfMissing } from './system-error.ts'

/** The data that a client needs to connect. `host` is a folder if the server listens on a Unix socket. */
export type ServerAddress = { host: string; port: number; user: string; database: string; password?: string }

const loopback = '127.0.0.1'
const socketName = '.s.PGSQL.5432'
/** The kernel limits the path to 107 bytes, and the server adds a file name to the folder. */
const longestFolder = 107 - `/${socketName}.lock`.length

/** The settings that make the server listen. `port` is the previous port, if there was one. */
export async function listenSettings(site: ServerSite, port: number | null): Promise<Record<string, string>> {
  if (site.transport === 'tcp') {
    const chosen = port !== null && (await isFree(port)) ? port : await findFreePort()
    return { listen_addresses: loopback, port: String(chosen), unix_socket_directories: '' }
  }
  return { listen_addresses: '', port: '5432', unix_socket_directories: quoted(await openSocketFolder(site)) }
}

/** The running server's address, for the superuser. */
export async function addressOf(site: ServerSite, file: PostmasterFile): Promise<ServerAddress> {
  const admin = { port: file.port, user: 'postgres', database: 'postgres' }
  const host = site.transport === 'socket' ? file.socketFolder : loopback
  const password = await readPassword(site)
  return { host, ...admin, ...(password === null ? {} : { password }) }
}

type PasswordPlace = { folder: Pick<DataFolder, 'passwordFile'> }

/** The password of the server. Only our user can read it; not even the account that runs the server can. */
export async function writePassword({ folder }: PasswordPlace): Promise<string> {
  const password = randomBytes(24).toString('hex')
  const beside = `${folder.passwordFile}.new`
  await writeFile(beside, password, { mode: 0o600, flush: true })
  await rename(beside, folder.passwordFile)
  return password
}

/** Null if there was never a password, or if it was lost. */
export async function readPassword({ folder }: PasswordPlace): Promise<string | null> {
  return readFile(folder.passwordFile, 'utf8').catch(nullIfMissing)
}

/**
 * The database's own folder (0700). If its path is too long or inaccessible, a folder under /tmp is used,
 * with a name derived from the path.
 */
async function openSocketFolder(site: ServerSite): Promise<string> {
  const { cluster } = site.folder
  const fits = site.reachable && Buffer.byteLength(cluster) <= longestFolder
  const path = fits ? cluster : await openSpareFolder(site)
  // A killed server leaves these files. The next server would mistake any process with the same id for the
  // killed server.
  for (const name of [socketName, `${socketName}.lock`]) await rm(join(path, name), { force: true })
  return path
}

async function openSpareFolder(site: ServerSite): Promise<string> {
  const path = spareSocketFolder(site.folder.cluster)
  await mkdir(path, { mode: 0o700, recursive: true })
  const { account } = site
  if (account !== null && (await lstat(path)).uid === process.getuid?.()) {
    await chown(path, account.uid, account.gid)
  }
  await refuseForeignFolder(path, account?.uid ?? process.getuid?.())
  await chmod(path, 0o700)
  return path
}

export async function removeSocketFolder(cluster: string): Promise<void> {
  await rmdir(spareSocketFolder(cluster)).catch(() => {})
}

/** $TMPDIR is not used, because it is long on some systems and may differ between two shells. */
function spareSocketFolder(cluster: string): string {
  return join('/tmp', `unmet-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`)
}

/** Anybody can write to /tmp, so another user may have created the folder first. */
async function refuseForeignFolder(path: string, owner: number | undefined): Promise<void> {
  const found = await lstat(path)
  if (found.isDirectory() && found.uid === owner) return
  throw new DatabaseUnavailable(
    `${path}, where the database's socket goes, belongs to another user. ` +
      'Remove it, or set DATA_DIR to a folder with a shorter path.',
  )
}

/** The setting is a list, so a comma in a name has to be quoted. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

async function findFreePort(): Promise<number> {
  for (;;) {
    // A port below the ephemeral range.
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = createServer()
  probe.once('error', () => resolve(false))
  probe.listen(port, loopback, () => probe.close(() => resolve(true)))
  return promise
}
