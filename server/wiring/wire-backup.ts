import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Config, inheritEnvironment } from '#server/config/config.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { addressOf } from '#server/database/probe-database.ts'
import { openTableSnapshot } from '#server/database/table-snapshot.ts'
import { productVersion } from '#server/operations/product-version.ts'
import type { WriteBackup } from '#server/operations/write-backup.ts'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'sessionSecrets'>

/** Backs up an open database together with its data folder. */
export const wireBackup = (
  { pool }: Pick<OpenDatabase, 'pool'>,
  { dataDir, sessionSecrets }: Omit<Settings, 'databaseUrl'>,
): WriteBackup => ({
  openSnapshot: () => openTableSnapshot(pool),
  dataDir,
  sessionSecrets,
  version: productVersion(),
  now: new Date(),
})

export type BackupThreadData = { address: ReturnType<typeof addressOf>; path: string } & Parameters<
  typeof wireBackup
>[1]

/** Writes a backup in a thread of its own. Throws if it fails. */
export async function backUpInThread(
  { database, config }: { database: Pick<OpenDatabase, 'pool'>; config: Settings },
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const { dataDir, sessionSecrets } = config
  const thread = new Worker(new URL('./wire-backup-thread.ts', import.meta.url), {
    workerData: {
      address: addressOf(database.pool),
      path,
      dataDir,
      sessionSecrets,
    } satisfies BackupThreadData,
    name: 'backup',
    env: inheritEnvironment({}),
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const stop = () => thread.postMessage('stop')
  signal.addEventListener('abort', stop)
  try {
    await once(thread, 'exit')
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
