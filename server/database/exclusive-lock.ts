import { access, constants } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from './system-error.ts'

/** SQLITE_BUSY, the lower byte of the codes that mean somebody else has the lock. */
const busy = 5
const pollMs = 20

/** Runs `work` alone among processes with this file: a transaction of SQLite, which the kernel frees at any death. */
export async function withExclusiveLock<T>(file: string, work: () => Promise<T>, signal?: AbortSignal) {
  await requireWritable(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    while (!tryLock(lock)) await sleep(pollMs, undefined, signal && { signal })
    return await work()
  } finally {
    lock.close()
  }
}

/** SQLite opens a file that it may only read as well, and then locks nothing. */
async function requireWritable(file: string): Promise<void> {
  try {
    await access(file, constants.W_OK)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    // A journal on the disk would need room there, and a full disk is no reason not to stop in order.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (!isBusy(error)) throw error
    return false
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy
}
