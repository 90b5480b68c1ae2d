import { closeSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'

type Reject = { file: string; line: number; reason: string }
type RejectFile = { path: string; add(reject: Reject): void; close(): void }
export type RejectFiles = ReturnType<typeof openRejectFiles>

/** The files of rejected rows of one run. Input files with the same reject path share one file. */
export function openRejectFiles(rejectsPath: string | null, warn: (message: string) => void) {
  const opened = new Map<string, RejectFile>()
  return {
    listFor(name: string): RejectFile {
      const path = rejectsPath ?? `${name === 'standard input' ? 'stdin' : name}.rejects.ndjson`
      const list = opened.get(resolve(path)) ?? openRejectFile(path, warn)
      opened.set(resolve(path), list)
      return list
    },
    close(): void {
      for (const list of opened.values()) list.close()
    },
  }
}

/**
 * Writes the rejected rows. The file is created with the first row. If the file cannot be written, the import
 * continues.
 */
function openRejectFile(path: string, warn: (message: string) => void): RejectFile {
  let file: number | null = null
  let broken = false
  return {
    path,
    add(reject: Reject): void {
      if (broken) return
      try {
        file ??= openSync(path, 'w')
        writeSync(file, `${JSON.stringify(reject)}\n`)
      } catch (error) {
        broken = true
        const why = error instanceof Error ? error.message : String(error)
        warn(`The rejected rows cannot be listed in ${path}: ${why}`)
      }
    },
    close(): void {
      if (file !== null) closeSync(file)
      file = null
    },
  }
}
