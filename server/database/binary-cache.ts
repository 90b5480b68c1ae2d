import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { allows, canReach, type ServerAccount } from './server-account.ts'
import { DatabaseUnavailable, reasonOf } from './system-error.ts'

export function cacheFolders(): string[] {
  const own = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache')
  return [join(own, 'unmet'), join(tmpdir(), `unmet-cache-${process.getuid?.() ?? 'user'}`)]
}

/** Copies a package to a place that the account can reach, once for each version and account. */
export async function copyToCache(
  from: { folder: string; version: string },
  account: ServerAccount,
  caches: string[],
): Promise<string> {
  const name = `postgres-${from.version}-uid${account?.uid ?? process.getuid?.() ?? 0}`
  const reasons: string[] = []
  for (const cache of caches) {
    try {
      const place = join(cache, name)
      await openCache(cache, account)
      if (!(await exists(place))) await copyWhole(from.folder, place)
      return place
    } catch (error) {
      reasons.push(`${cache}: ${reasonOf(error)}`)
    }
  }
  throw new DatabaseUnavailable(
    `User ${account?.uid ?? process.getuid?.()}, who runs the database server, cannot use ${from.folder}, ` +
      `and it could not be copied (${reasons.join('; ')}). Install Unmet where that user can read it.`,
  )
}

/** The programs that run are taken from here, so nobody else may have made the folder or write to it. */
async function openCache(cache: string, account: ServerAccount): Promise<void> {
  await mkdir(cache, { recursive: true, mode: 0o755 })
  const { uid, mode } = await lstat(cache)
  const ours = process.getuid?.()
  if (ours !== undefined && (uid !== ours || (mode & 0o022) !== 0)) throw new Error('others may write there')
  if (!(await canReach(cache, account)) || !(await allows(cache, account, 0o5))) {
    throw new Error('the server cannot reach it either')
  }
}

/** Under another name first, so that a half copy never stands in the place of a whole one. */
async function copyWhole(from: string, place: string): Promise<void> {
  const temporary = await mkdtemp(`${place}-`)
  try {
    await cp(from, temporary, { recursive: true, verbatimSymlinks: true })
    await openToAll(temporary)
    await rename(temporary, place)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another process that copied at the same time was quicker.
    if (!(await exists(place))) throw error
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null
}
