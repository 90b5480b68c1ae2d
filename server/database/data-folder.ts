import { access, chown, constants, lstat, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import type { ServerAccount } from './server-account.ts'
import { codeOf, DatabaseUnavailable, nullIfMissing, reasonOf } from './system-error.ts'

export type DataFolder = Awaited<ReturnType<typeof openDataFolder>>

/** The prefix of the name under which a database is created before it is moved. */
export const unfinishedPrefix = 'postgres-unfinished-'

/** Opens DATA_DIR, creates it if it is missing, and refuses a folder that cannot contain the database. */
export async function openDataFolder(dataDir: string) {
  const path = resolve(dataDir)
  await makeFolder(path)
  const root = await realpath(path)
  await access(root, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw notWritable(root, error)
  })
  refuseForeignFiles(root, await readdir(root))
  return {
    root,
    cluster: join(root, 'postgres'),
    logFile: join(root, 'postgres.log'),
    lockFile: join(root, 'postgres.lock'),
    passwordFile: join(root, 'postgres.password'),
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      throw new DatabaseUnavailable(
        `DATA_DIR ${path} is a file, not a folder. Set DATA_DIR to a folder that only Unmet uses.`,
        error,
      )
    }
    throw new DatabaseUnavailable(
      `DATA_DIR ${path} cannot be made: ${reasonOf(error)}. Set DATA_DIR to a folder that user ${userName()} may write to.`,
      error,
    )
  }
}

function notWritable(root: string, cause: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `DATA_DIR ${root} is not writable for user ${userName()}: ${reasonOf(cause)}. ` +
      'Give the folder to that user, or set DATA_DIR to another one.',
    cause,
  )
}

export function explainRefusal(root: string, error: unknown): unknown {
  const refusals = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ERR_SQLITE_ERROR']
  return refusals.includes(codeOf(error) ?? '') ? notWritable(root, error) : error
}

/** Refuses folders with other files, or with another database. */
function refuseForeignFiles(root: string, names: string[]): void {
  if (names.includes('PG_VERSION')) {
    throw new DatabaseUnavailable(
      `DATA_DIR ${root} is the folder of another PostgreSQL database, not one that Unmet made. ` +
        'Set DATA_DIR to a folder that only Unmet uses, or DATABASE_URL to use that server.',
    )
  }
  const foreign = names.filter((name) => !isOurs(name)).toSorted()
  if (names.includes('postgres') || foreign.length === 0) return
  const some = foreign.slice(0, 3).join(', ') + (foreign.length > 3 ? `, and ${foreign.length - 3} more` : '')
  throw new DatabaseUnavailable(
    `DATA_DIR ${root} contains other files (${some}) and no database. ` +
      'Set DATA_DIR to an empty folder, or to one that does not exist yet.',
  )
}

/**
 * Whether this is one of the product's own files in DATA_DIR, a file that file systems create, or a hidden
 * file.
 */
function isOurs(name: string): boolean {
  return /^(postgres|cookie-secret|lost\+found$|\.)/.test(name)
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container our user id may have no name.
    return String(process.getuid?.())
  }
}

/** Whether there is a database that this server can open. False if there is no database yet. */
export async function findCluster(folder: DataFolder, major: number): Promise<boolean> {
  const owner = await stat(folder.cluster).catch(nullIfMissing)
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
        'Restore it from a backup, or move it away to start with an empty database.',
      error,
    )
  }
}

/** Gives a database that root copied into place to the account that runs the server. */
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
