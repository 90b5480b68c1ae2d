import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises'
import type { DataFolder } from './data-folder.ts'
import type { ServerAccount } from './server-account.ts'
import { DatabaseUnavailable } from './system-error.ts'

const largestLog = 5_000_000

export async function openServerLog(folder: DataFolder): Promise<{ handle: FileHandle; from: number }> {
  const size = await sizeOfServerLog(folder)
  if (size > largestLog) await rename(folder.logFile, `${folder.logFile}.old`)
  return { handle: await open(folder.logFile, 'a'), from: size > largestLog ? 0 : size }
}

export async function sizeOfServerLog(folder: DataFolder): Promise<number> {
  return (await stat(folder.logFile).catch(() => null))?.size ?? 0
}

export async function readServerLog(folder: DataFolder, from: number): Promise<string> {
  const bytes = await readFile(folder.logFile).catch(() => Buffer.alloc(0))
  return bytes.subarray(from).toString('utf8')
}

/** True while processes of a killed server are still ending, which takes only moments. */
export function saysStillInUse(log: string): boolean {
  return log.includes('pre-existing shared memory block')
}

/** Explains in one sentence why a server or initdb failed, based on the output of the program. */
export function explainFailure(folder: DataFolder, account: ServerAccount, written: string) {
  const fullDisk = explainFullDisk(folder, written)
  if (fullDisk !== null) return new DatabaseUnavailable(fullDisk)
  if (saysStillInUse(written)) {
    return new DatabaseUnavailable(
      `Another database server still works on DATA_DIR ${folder.root}. Stop it, then start again.`,
    )
  }
  if (written.includes('could not look up effective user ID')) {
    return new DatabaseUnavailable(
      `User ${account?.uid ?? process.getuid?.()}, who would run the database server, has no name on this machine ` +
        '(no line in /etc/passwd), and PostgreSQL needs one. Run Unmet as a user that has one, or set DATABASE_URL.',
    )
  }
  return new DatabaseUnavailable(
    `The database in DATA_DIR ${folder.root} did not start: ${lastComplaint(written)} (more in ${folder.logFile}).`,
  )
}

export function explainFullDisk(folder: DataFolder, written: string): string | null {
  if (!/no space left on device|disk quota exceeded/i.test(written)) return null
  return `The disk that holds DATA_DIR ${folder.root} is full. Nothing that was saved is lost: free some space and start again.`
}

function lastComplaint(written: string): string {
  const lines = written.split('\n').filter((line) => line.trim() !== '')
  const complaint = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1)
  return complaint?.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '') ?? 'it said nothing'
}
