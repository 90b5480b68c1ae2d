import { createReadStream } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { codeOf, reasonOf } from '#server/database/system-error.ts'
import { BackupError } from './backup-file.ts'

/**
 * An append-only file in DATA_DIR. The first line has the time at which the list began. Each line after it
 * names a purged post. After a restore it shows which posts were purged since the backup.
 */
export const purgeListName = 'purged-posts.txt'

export type PurgedPost = { source: string; sourceId: string }

const firstLine = (since: Date) => `Purged posts since ${since.toISOString()}`

/** Creates the list if there is none. */
export async function beginPurgeList(path: string, now: Date): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${firstLine(now)}\n`, { flag: 'wx', mode: 0o600, flush: true }).catch(
    (error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    },
  )
}

/** Appends posts, and returns once they are on the disk. Only then may their purge be committed. */
export async function notePurges(path: string, posts: readonly PurgedPost[], now: Date): Promise<void> {
  if (posts.length === 0) return
  await beginPurgeList(path, now)
  const lines = posts.map(({ source, sourceId }) => `${now.toISOString()}\t${source}\t${sourceId}`)
  // After a crash the last line may be incomplete, so the new lines start on a line of their own.
  await appendFile(path, `\n${lines.join('\n')}\n`, { flush: true })
}

export type PurgeList = { since: Date; posts: PurgedPost[] }

/** Reads a list. An incomplete line is ignored, because its purge was not committed. */
export async function readPurgeList(path: string): Promise<PurgeList> {
  const posts: PurgedPost[] = []
  let since: Date | null = null
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      since ??= readFirst(path, line)
      const [at, source = '', sourceId = ''] = line.split('\t')
      if (at !== undefined && source !== '' && sourceId !== '') posts.push({ source, sourceId })
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${path} cannot be read: ${reasonOf(error)}.`, error)
  }
  return { since: since ?? readFirst(path, ''), posts }
}

function readFirst(path: string, line: string): Date {
  const since = new Date(/^Purged posts since (\S+)$/u.exec(line)?.[1] ?? '')
  if (!Number.isNaN(since.getTime())) return since
  throw new BackupError(`${path} is not a list of purged posts: it has to be ${purgeListName} of DATA_DIR.`)
}
