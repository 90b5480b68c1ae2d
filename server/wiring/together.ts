import type { Clock } from '#server/clock.ts'
import { makeRateWindow, type RateWindow } from '#server/features/search/allowance/search-gate.ts'

/** What the processes of one product do together; one process alone is all of them. */
export type Together = {
  /** How many processes answer requests. */
  processes: number
  /** Whether this one does what is done once: background jobs, the search index, what is logged at the start. */
  isFirst: boolean
  /** A limit of one minute over all processes. */
  rateWindow: (name: string, perMinute: number) => RateWindow
  /** How this process answers a question, or does what it is told. */
  answer: (question: string, how: () => unknown) => void
  /** The answers of all processes, this one among them; one that does not answer is missing. */
  askAll: (question: string) => Promise<unknown[]>
  /** Tells the first process. */
  tellFirst: (news: string) => void
}

/** The limits of one process, or of all: each by its name. */
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
