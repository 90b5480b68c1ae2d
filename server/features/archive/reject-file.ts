import { closeSync, openSync, writeSync } from 'node:fs'

export type Reject = { file: string; line: number; reason: string }

/** Lists rows that could not be read; the file is made with the first of them. An import goes on without it. */
export function openRejectFile(path: string, warn: (message: string) => void) {
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
