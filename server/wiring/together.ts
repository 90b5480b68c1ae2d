import type { RateWindow } from '#server/actor.ts'
import type { Clock } from '#server/clock.ts'
import { makeRateWindow } from '#server/features/search/allowance/search-gate.ts'

/** The tasks that the processes of one product share. A single process does all of them alone. */
export type Together = {
  /** How many processes answer requests. */
  processes: number
  /**
   * Whether this process does the tasks that only one does: background jobs, the search index, messages at
   * startup.
   */
  isFirst: boolean
  /** A rate limit per minute that all processes share. */
  rateWindow: (name: string, perMinute: number) => RateWindow
  /** Registers how this process answers a question, or follows an instruction, from another process. */
  answer: (question: string, how: () => unknown) => void
  /**
   * The answers of all processes, including this one. If a process does not answer, its answer is missing.
   */
  askAll: (question: string) => Promise<unknown[]>
  /** Sends a message to the first process. */
  tellFirst: (news: string) => void
}

/** The rate limits by name, of one process or shared by all. */
export function keepRateWindows(clock: Clock): Together['rateWindow'] {
  const windows = new Map<string, RateWindow>()
  return (name, perMinute) => {
    const known = windows.get(name) ?? makeRateWindow(perMinute, clock)
    windows.set(name, known)
    return known
  }
}

export function alone(clock: Clock): Together {
  const answers = new Map<string, () => unknown>()
  return {
    processes: 1,
    isFirst: true,
    rateWindow: keepRateWindows(clock),
    answer: (question, how) => void answers.set(question, how),
    askAll: async (question) => [await answers.get(question)?.()],
    tellFirst: (news) => void answers.get(news)?.(),
  }
}
