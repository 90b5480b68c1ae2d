import { access, constants } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { nullIfMissing } from './system-error.ts'

/**
 * SQLITE_BUSY. SQLite reports a lock of another process with codes that have this value as their lowest byte.
 */
const busy = 5
const pollMs = 20
/** A lock that was not released within this time may be kept for the whole life of a process. */
const patience = 3_000
const longPollMs = 1_000

/**
 * Runs `work` while no other process that uses this file runs its own. The lock is an SQLite transaction,
 * which the kernel ends when the process dies.
 */
export async function withExclusiveLock<T>(
  file: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  // SQLite also opens a read-only file, but does not lock it.
  await access(file, constants.W_OK).catch(nullIfMissing)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    for (let tries = 0; !tryLock(lock); tries += 1)
      await sleep(tries < patience ? pollMs : longPollMs, undefined, signal && { signal })
    return await work()
  } finally {
    lock.close()
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // A journal on disk would need space, and the product has to be able to stop when the disk is full.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    const isBusy = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy
    if (!isBusy) throw error
    return false
  }
}
