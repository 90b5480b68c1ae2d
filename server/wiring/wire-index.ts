import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { inheritEnvironment } from '#server/config/config.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { addressOf } from '#server/database/probe-database.ts'

export type IndexThreadData = { address: ReturnType<typeof addressOf>; dataDir: string }
export type IndexThreadSays = { message: string; cause: string }

type IndexThread = { database: Pick<OpenDatabase, 'pool'>; dataDir: string; logger: Pick<Logger, 'warn'> }

const restartMs = 5_000
const stopMs = 2_000

/**
 * Keeps the search index up to date in a thread until it is stopped. The files remain valid even if the
 * thread is killed. The thread ends and begins again after it has built a large index.
 */
export function startIndexThread({ database, dataDir, logger }: IndexThread): { stop(): Promise<void> } {
  let stopped = false
  let restart: NodeJS.Timeout | undefined
  let thread = open()

  function open(): Worker {
    const workerData = { address: addressOf(database.pool), dataDir } satisfies IndexThreadData
    const opened = new Worker(new URL('./wire-index-thread.ts', import.meta.url), {
      workerData,
      name: 'index',
      env: inheritEnvironment({}),
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    opened.on('message', ({ message, cause }: IndexThreadSays) => logger.warn({ reason: cause }, message))
    opened.on('error', (error) =>
      logger.warn({ err: error }, 'The search index is not being updated at the moment'),
    )
    opened.once('exit', (code) => {
      if (!stopped) restart = setTimeout(() => (thread = open()), code === 0 ? 0 : restartMs).unref()
    })
    return opened
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(restart)
      if (thread.threadId === -1) return
      const ended = once(thread, 'exit')
      thread.postMessage('stop')
      const late = setTimeout(() => void thread.terminate(), stopMs)
      await ended
      clearTimeout(late)
    },
  }
}
