import { parentPort, workerData } from 'node:worker_threads'
import { openPool, poolLimits } from '#server/database/open-pool.ts'
import { writeBackup } from '#server/operations/write-backup.ts'
import { type BackupThreadData, wireBackup } from './wire-backup.ts'

// Writes one backup in a thread of its own, so that no request waits for it.

const { address, path, ...settings } = workerData as BackupThreadData
const stopping = new AbortController()
const listen = parentPort?.once('message', () => stopping.abort())
const pool = openPool(address, { ...poolLimits.command, connections: 1 })
try {
  await writeBackup(wireBackup({ pool }, settings), path, stopping.signal)
} finally {
  await pool.end()
  listen?.close()
}
