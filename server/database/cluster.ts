import { chown, lstat, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import type { ServerAccount } from './server-account.ts'
import { codeOf, DatabaseUnavailable, reasonOf } from './system-error.ts'

/** Whether a database is there that this server can open; false when there is none yet. */
export async function findCluster(folder: DataFolder, major: number): Promise<boolean> {
  const owner = await stat(folder.cluster).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (owner === null) return false
  refuseForeignOwner(folder, owner.uid)
  const made = await majorOf(folder)
  if (made === String(major)) return true
  throw new DatabaseUnavailable(
    `The database in DATA_DIR ${folder.root} was made by PostgreSQL ${made}, and this Unmet runs PostgreSQL ${major}. ` +
      `Start the Unmet that made it, or set DATA_DIR to a new folder.`,
  )
}

function refuseForeignOwner(folder: DataFolder, owner: number): void {
  const ours = process.getuid?.()
  if (ours === undefined || ours === 0 || ours === owner) return
  throw new DatabaseUnavailable(
    `The database in DATA_DIR ${folder.root} belongs to user ${owner}, and Unmet runs as user ${ours}. ` +
      `Run Unmet as the user that made it, or give it the folder: chown -R ${ours} ${folder.root}`,
  )
}

async function majorOf(folder: DataFolder): Promise<string> {
  try {
    return (await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    throw new DatabaseUnavailable(
      `${folder.cluster} is no PostgreSQL database: its PG_VERSION cannot be read (${reasonOf(error)}). ` +
        'Bring it back from a backup, or move it away to begin with an empty database.',
      error,
    )
  }
}

/** Gives a database that root copied into its place to the account that has to run on it. */
export async function giveToAccount(path: string, account: ServerAccount): Promise<void> {
  if (account === null || (await lstat(path)).uid === account.uid) return
  try {
    await chown(path, account.uid, account.gid)
    for (const entry of await readdir(path, { recursive: true })) {
      await chown(join(path, entry), account.uid, account.gid)
    }
  } catch (error) {
    throw new DatabaseUnavailable(
      `The database server cannot run as root, and ${path} cannot be given to user ${account.uid}: ${reasonOf(error)}. ` +
        'Run Unmet as an ordinary user, or set DATA_DIR to a folder on a local disk.',
      error,
    )
  }
}
