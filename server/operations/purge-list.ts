import { createReadStream } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { codeOf, reasonOf } from '#server/database/system-error.ts'
import { BackupError } from './backup-file.ts'

/**
 * A file of DATA_DIR beside the database: a line for each purged post, and first since when it is kept. After a restore
 * of an older backup it knows what was purged since. Lines are only added.
 */
export const purgeListName = 'purged-posts.txt'

export type PurgedPost = { source: string; sourceId: string }

const firstLine = (since: Date) => `Purged posts since ${since.toISOString()}`

/** Starts the list, unless there is one. */
export async function beginPurgeList(path: string, now: Date): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${firstLine(now)}\n`, { flag: 'wx', mode: 0o600, flush: true }).catch(
    (error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    },
  )
}

/** Adds posts, on the disk when it returns: before their purge is committed. */
export async function notePurges(path: string, posts: readonly PurgedPost[], now: Date): Promise<void> {
  if (posts.length === 0) return
  await beginPurgeList(path, now)
  const lines = posts.map(({ source, sourceId }) => `${now.toISOString()}\t${source}\t${sourceId}`)
  // A line that a crash cut short ends before them.
  await appendFile(path, `\n${lines.join('\n')}\n`, { flush: true })
}

export type PurgeList = { since: Date; posts: PurgedPost[] }

/** Reads a list. A line that was cut short belongs to a purge that was not committed. */
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
  throw new BackupError(`${path} is no list of purged posts: it is ${purgeListName} of DATA_DIR.`)
}
