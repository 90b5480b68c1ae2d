import { chmodSync, mkdirSync, readFileSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
const gigabyte = 1024 ** 3

/**
 * Stores temporary files in memory if there is enough: creating a database copies 300 files, which takes five
 * to ten times as long on a disk. A TMPDIR that is already set is kept.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return
  const folder = `${memory}/unmet-tests`
  mkdirSync(folder, { recursive: true })
  // The embedded server may run as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
}

/** Tests start programs from their folders, which a container may forbid in this file system. */
function hasRoom(): boolean {
  try {
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${memory} `))
    const { bavail, bsize } = statfsSync(memory)
    const runsPrograms = mount !== undefined && !mount.includes('noexec')
    return runsPrograms && Math.min(bavail * bsize, process.availableMemory()) > 8 * gigabyte
  } catch {
    return false
  }
}
