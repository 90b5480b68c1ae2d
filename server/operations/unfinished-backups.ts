import { open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { dayMs } from '#server/clock.ts'
import { codeOf } from '#server/database/system-error.ts'

/** The name of a backup until it is complete. The process id tells whether anything still writes it. */
export const unfinishedName = (path: string) => `${path}.unfinished-${process.pid}`

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is the process of another user.
    return codeOf(error) !== 'ESRCH'
  }
}

const zstdStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Whether a file is compressed like a backup. Others may be named alike. */
async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())
  return bytesRead === 0 || buffer.equals(zstdStart)
}

async function isLeftOver(path: string, isSame: boolean): Promise<boolean> {
  const found = await stat(path)
  const isDue = isSame || Date.now() - found.mtimeMs >= dayMs
  return found.isFile() && isDue && (await isCompressed(path))
}

/**
 * Deletes what killed processes left of backups beside `path`: of the same file at once, of others if nothing
 * was written to them for a day, because a process elsewhere may still write to a shared folder. Does not
 * throw: a folder that cannot be used is reported when the backup is written.
 */
export async function deleteUnfinished(path: string): Promise<void> {
  const folder = dirname(path)
  for (const name of await readdir(folder).catch(() => [])) {
    const [, ofFile, pid] = /^(.{1,250})\.unfinished-(\d{1,9})$/u.exec(name) ?? []
    if (ofFile === undefined || isRunning(Number(pid))) continue
    const leftOver = join(folder, name)
    if (await isLeftOver(leftOver, ofFile === basename(path)).catch(() => false)) {
      await rm(leftOver, { force: true }).catch(() => {})
    }
  }
}
