import { fork } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { inheritEnvironment } from '#server/config/config.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { addressOf } from '#server/database/probe-database.ts'
import type { IndexPlace } from './wire-index-place.ts'

export type IndexThreadSays = { message: string; cause: string }

type IndexThread = {
  database: Pick<OpenDatabase, 'pool'>
  dataDir: string
  logger: Pick<Logger, 'warn'>
  /** More posts at once are read in a process. */
  mostPosts?: number
}

const restartMs = 5_000
const stopMs = 2_000
const heapMb = 256

type Running = { ended: Promise<number | null>; stop(): void }

function openThread(place: IndexPlace, logger: IndexThread['logger']): Running {
  const thread = new Worker(new URL('./wire-index-thread.ts', import.meta.url), {
    workerData: place,
    name: 'index',
    env: inheritEnvironment({}),
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  thread.on('message', ({ message, cause }: IndexThreadSays) => logger.warn({ reason: cause }, message))
  thread.on('error', (error) =>
    logger.warn({ err: error }, 'The search index is not being updated at the moment'),
  )
  return {
    ended: new Promise((resolve) => thread.once('exit', resolve)),
    stop() {
      thread.postMessage('stop')
      setTimeout(() => void thread.terminate(), stopMs).unref()
    },
  }
}

/** Much memory is needed for a short time, and only the end of a process returns all of it. */
function openProcess(place: IndexPlace, logger: IndexThread['logger']): Running {
  const child = fork(new URL('./wire-index-process.ts', import.meta.url), {
    env: inheritEnvironment({}),
    execArgv: [`--max-old-space-size=${heapMb}`],
  })
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  let isStopped = false
  const end = (code: number | null, reason: unknown) => {
    if (code !== 0 && !isStopped) logger.warn({ reason }, 'The search index is not being built at the moment')
    resolve(code)
  }
  child.once('exit', (code, signal) => end(code, signal ?? `exit code ${code}`))
  child.once('error', (error) => end(1, error.message))
  // A process that has ended cannot be sent anything.
  child.send(place, () => {})
  return {
    ended,
    stop() {
      isStopped = true
      child.kill('SIGKILL')
    },
  }
}

/**
 * Keeps the search index up to date until it is stopped: a thread follows the archive, and a process reads
 * many posts at once. The files remain valid even if these are killed.
 */
export function startIndexThread(options: IndexThread): { stop(): Promise<void> } {
  const { database, dataDir, logger, mostPosts } = options
  let stopped = false
  let restart: NodeJS.Timeout | undefined
  let running = begin(openThread)

  function begin(open: typeof openThread): Running {
    const opened = open({ address: addressOf(database.pool), dataDir, mostPosts }, logger)
    void opened.ended.then((code) => {
      if (stopped) return
      // A thread ends without a failure if there is much to read.
      const next = code === 0 && open === openThread ? openProcess : openThread
      const go = () => (running = begin(next))
      if (code === 0) go()
      else restart = setTimeout(go, restartMs).unref()
    })
    return opened
  }

  return {
    async stop() {
      stopped = true
      clearTimeout(restart)
      running.stop()
      await running.ended
    },
  }
}
