import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ProcessesEnd } from '#server/errors.ts'
import { type RunningProcess, type Started, startProcess } from './start-process.ts'

type Supervised = Started & {
  /** The program that each process runs. */
  entry: URL
  processes: number
  /** Called when this process will never answer again. */
  onEnd?: (at: number) => void
  /** The longest pause before a new process is started. */
  longestDelayMs?: number
}

/** If a process answered for this long before it ended, its end does not count as part of a series. */
const steadyMs = 60_000
const mostInARow = 10
/** If a process does not answer a question within this time, its answer is null. */
const answerMs = 3_000

const range = (from: number, end: number) => Array.from({ length: end - from }, (_, step) => from + step)

async function askOne(one: RunningProcess | undefined, question: string): Promise<unknown> {
  if (one?.isReady() !== true) return null
  return Promise.race([one.ask(question).catch(() => null), sleep(answerMs, null, { ref: false })])
}

/** Runs a process for each number. Replaces each process that ends or stops answering. */
export async function superviseProcesses(options: Supervised) {
  const { processes, warn, longestDelayMs = 5_000 } = options
  const running = new Map<number, RunningProcess>()
  const lost = Promise.withResolvers<ProcessesEnd>()
  let inARow = 0
  let isStopping = false
  cluster.setupPrimary({ exec: fileURLToPath(options.entry), args: [], serialization: 'advanced' })

  function start(at: number): Promise<void> {
    const one = startProcess(options, at)
    running.set(at, one)
    void one.ended.then(() => {
      running.delete(at)
      options.onEnd?.(at)
    })
    return one.ready
  }

  async function replaceForEver(at: number): Promise<void> {
    for (;;) {
      const one = running.get(at)
      const how = (await one?.ended) ?? 'it did not start'
      if (isStopping) return
      inARow = one !== undefined && one.servedMs() > steadyMs ? 1 : inARow + 1
      if (inARow > mostInARow) {
        const sentence = `The processes that answer requests keep ending (${how}): exiting. The log above says why.`
        return lost.resolve(new ProcessesEnd(sentence))
      }
      warn(`Process ${at + 1} ended (${how}); another one starts`)
      await sleep(Math.min(longestDelayMs, 50 * 2 ** inARow))
      if (isStopping) return
      await start(at).catch(() => {})
    }
  }

  async function stop(): Promise<void> {
    isStopping = true
    const all = [...running.values()]
    for (const { ask } of all) ask('stop').catch(() => {})
    await Promise.all(all.map(({ ended }) => ended))
  }

  try {
    // The first process starts alone, because it prepares what all of them use.
    await start(0)
    await Promise.all(range(1, processes).map(start))
  } catch (error) {
    await stop()
    throw error
  }
  for (const at of range(0, processes)) void replaceForEver(at)

  return {
    /** Settles when processes end again and again. */
    lost: lost.promise,
    /** Settles when all processes have ended in order. */
    stop,
    tell(at: number, news: string): void {
      running
        .get(at)
        ?.ask(news)
        .catch(() => {})
    },
    /** The answers of the processes in the order of their numbers; null for a process without an answer. */
    askAll: (question: string): Promise<unknown[]> =>
      Promise.all(range(0, processes).map((at) => askOne(running.get(at), question))),
  }
}
