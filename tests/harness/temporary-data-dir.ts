import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopServer } from '#server/database/server-process.ts'
import { openServerSite } from '#server/database/server-site.ts'

export type TemporaryDataDir = { path: string; remove(): Promise<void> }

/** A folder for one test, and its end: a server that a killed program left in it is stopped too. */
export async function makeTemporaryDataDir(): Promise<TemporaryDataDir> {
  const path = await mkdtemp(join(tmpdir(), 'unmet-test-'))
  // The embedded server of root runs as another user.
  await chmod(path, 0o755)
  return {
    path,
    async remove() {
      const site = await openServerSite(path).catch(() => null)
      if (site !== null) await stopServer(site)
      await rm(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
