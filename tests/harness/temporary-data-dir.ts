import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopServer } from '#server/database/server-process.ts'
import { openServerSite } from '#server/database/server-site.ts'

export type TemporaryDataDir = { path: string; remove(): Promise<void> }

/** A folder for one test. `remove` also stops a server that a killed program left running in the folder. */
export async function makeTemporaryDataDir(): Promise<TemporaryDataDir> {
  const path = await mkdtemp(join(tmpdir(), `unmet-test-${process.pid}-`))
  // If root runs the tests, the embedded server runs as another user.
  await chmod(path, 0o755)
  return { path, remove: () => removeDataDir(path) }
}

/** Removes leftovers of killed test processes. */
export async function removeAbandonedDataDirs(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const maker = Number(name.match(/^unmet-test-(\d+)-/)?.[1] ?? process.pid)
    if (!isAlive(maker)) await removeDataDir(join(tmpdir(), name))
  }
}

async function removeDataDir(path: string): Promise<void> {
  const site = await openServerSite(path).catch(() => null)
  if (site !== null) await stopServer(site)
  await rm(path, { recursive: true, force: true, maxRetries: 5 })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
