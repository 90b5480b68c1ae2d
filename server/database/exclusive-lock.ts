import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const busy = 5
const pollMs = 20

/**
 * Runs `work` while no other process runs anything under the same lock file.
 * Node has no file lock of its own; the exclusive transaction of its SQLite is one, and the kernel frees it
 * when the process dies, however it dies, so that nothing stale is ever left behind.
 */
export async function withExclusiveLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    while (!tryLock(lock)) await sleep(pollMs)
    return await work()
  } finally {
    lock.close()
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false
    throw error
  }
}
