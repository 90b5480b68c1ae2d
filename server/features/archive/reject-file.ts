import { createWriteStream, type WriteStream } from 'node:fs'

export type Reject = { file: string; line: number; reason: string }

/** Lists rows that could not be read; the file is made with the first of them. */
export function openRejectFile(path: string, warn: (message: string) => void) {
  let stream: WriteStream | null = null
  let broken = false
  const start = () => {
    const opened = createWriteStream(path)
    opened.on('error', (error) => {
      if (!broken) warn(`The rejected rows cannot be listed in ${path}: ${error.message}`)
      broken = true
    })
    return opened
  }
  return {
    path,
    add(reject: Reject): void {
      stream ??= start()
      if (!broken) stream.write(`${JSON.stringify(reject)}\n`)
    },
    async close(): Promise<void> {
      const opened = stream
      if (opened === null || broken) return
      await new Promise<void>((resolve) => {
        opened.once('close', resolve).end()
      })
    },
  }
}
