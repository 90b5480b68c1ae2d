import cluster, { type Worker } from 'node:cluster'
import { ProcessesEnd } from '#server/errors.ts'
import { type Answer, openLine } from './open-line.ts'
import { resetLateConnection } from './reset-late-connection.ts'

export type Started = {
  /** The data that the process with this number needs to start. */
  given: (at: number) => unknown
  answer: Answer
  warn: (sentence: string) => void
  /** How often a process is asked whether it is alive, and how many of these questions may be unanswered. */
  alive?: { everyMs: number; mostOpen: number }
}

export type RunningProcess = ReturnType<typeof startProcess>

const usualAlive = { everyMs: 2_000, mostOpen: 15 }

/** Resolves to the reason why the process ended. A failed message means that the process is about to end. */
function endOf(worker: Worker): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  worker.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  worker.on('error', (error) => {
    if (worker.process.pid === undefined) resolve(error.message)
  })
  return promise
}

/**
 * Starts a process, which asks for `given` and reports when it is `ready`. A process that later stops
 * answering is ended.
 */
export function startProcess(options: Started, at: number) {
  const worker = cluster.fork()
  const ended = endOf(worker)
  const ready = Promise.withResolvers<void>()
  let readyAt: number | null = null
  let timer: NodeJS.Timeout | undefined
  const line = openLine(worker, (question, value) => {
    if (question === 'given') return options.given(at)
    if (question !== 'ready') return options.answer(question, value)
    readyAt = performance.now()
    timer = endIfSilent()
    return ready.resolve()
  })
  resetLateConnection(worker)

  function endIfSilent(): NodeJS.Timeout {
    const { everyMs, mostOpen } = options.alive ?? usualAlive
    let open = 0
    const heard = () => {
      open = 0
    }
    return setInterval(() => {
      open += 1
      if (open <= mostOpen) return void line.ask('alive').then(heard, () => {})
      options.warn(`Process ${at + 1} does not answer and is ended`)
      worker.process.kill('SIGKILL')
    }, everyMs)
  }

  void ended.then((how) => {
    clearInterval(timer)
    line.close()
    ready.reject(new ProcessesEnd(`A process ended before it answered requests (${how}): see above.`))
  })
  return {
    ready: ready.promise,
    ended,
    ask: (question: string): Promise<unknown> => line.ask(question),
    isReady: () => readyAt !== null,
    /** How long the process has answered requests. */
    servedMs: () => (readyAt === null ? 0 : performance.now() - readyAt),
  }
}
