import type { Answer } from '#server/adapters/processes/open-line.ts'
import { superviseProcesses } from '#server/adapters/processes/supervise-processes.ts'
import type { PaymentsConfig } from '#server/config/payments-config.ts'
import { addressOf } from '#server/database/probe-database.ts'
import type { MetricsShare } from '#server/operations/sum-metrics.ts'
import type { Foundation } from './open-foundation.ts'
import { keepRateWindows } from './together.ts'

/**
 * The data that a process needs in addition to the environment. It is sent over a channel that no other
 * process can read.
 */
export type ProcessGiven = {
  /** From 0. */
  number: number
  address: ReturnType<typeof addressOf>
  where: string
  port: number
  payments: PaymentsConfig
}

export type CountedOnce = { name: string; perMinute: number; who: string }

/** Keeps the counts of processes that ended, so that a sum never decreases. */
function keepMetrics() {
  const last = new Map<number, MetricsShare>()
  let ended: MetricsShare = []
  return {
    note(answers: readonly unknown[]): unknown[] {
      for (const [at, answer] of answers.entries()) if (Array.isArray(answer)) last.set(at, answer)
      return ended.length === 0 ? [...answers] : [...answers, ended]
    },
    async end(at: number): Promise<void> {
      const left = last.get(at)
      last.delete(at)
      if (left === undefined) return
      const { addEnded } = await import('#server/operations/sum-metrics.ts')
      ended = await addEnded(ended, left)
    },
  }
}

/**
 * Answers requests in as many processes as WORKERS says. This process answers no requests: it manages the
 * database and adds up the metrics.
 */
export async function serveInProcesses({ config, database, logger }: Foundation) {
  const rateWindow = keepRateWindows(() => new Date())
  const metrics = keepMetrics()
  const given = (at: number): ProcessGiven => ({
    number: at,
    address: addressOf(database.pool),
    where: database.where,
    port: config.port,
    payments: config.payments,
  })
  const answers: Record<string, (value: never) => unknown> = {
    count: ({ name, perMinute, who }: CountedOnce) => rateWindow(name, perMinute)(who),
    askAll: async (question: string) => {
      const found = await supervised.askAll(question)
      const all = question === 'metrics' ? metrics.note(found) : found
      return all.filter((one) => one !== null && one !== undefined)
    },
    tellFirst: (news: string) => supervised.tell(0, news),
  }
  const answer: Answer = (question, value) => answers[question]?.(value as never)
  const supervised = await superviseProcesses({
    entry: new URL('./wire-process.ts', import.meta.url),
    processes: config.processes,
    given,
    answer,
    warn: (sentence) => logger.warn(sentence),
    onEnd: (at) => void metrics.end(at),
  })
  return {
    port: config.port,
    lost: supervised.lost,
    drain: () => void supervised.askAll('drain'),
    stop: () => supervised.stop(),
  }
}
