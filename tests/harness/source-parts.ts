import type { KeywordTerm } from '#contract/keyword-terms.ts'
import { sourceCircuit } from '#server/adapters/source-calls/source-circuit.ts'
import { type SourceClock, systemClock } from '#server/adapters/source-calls/source-clock.ts'
import type { SourceQuery } from '#server/source-ports.ts'

type TestSourceClock = SourceClock & { pauses: number[]; pass(ms: number): void }

/** Time that only passes when somebody pauses, and chance that always falls in the middle. */
export function makeTestClock(): TestSourceClock {
  const pauses: number[] = []
  let now = 0
  return {
    pauses,
    now: () => now,
    random: () => 0.5,
    async pause(ms: number) {
      pauses.push(ms)
      now += ms
    },
    pass(ms: number) {
      now += ms
    },
  }
}

/** A budget that gives every call and remembers what it learned. */
function makeOpenBudget() {
  const learned: [number, number][] = []
  const paused: number[] = []
  let taken = 0
  return {
    learned,
    paused,
    taken: () => taken,
    async take() {
      taken += 1
      return 0
    },
    async learn(callsLeft: number, renewedInMs: number) {
      learned.push([callsLeft, renewedInMs])
    },
    async pause(waitMs: number) {
      paused.push(waitMs)
    },
  }
}

/** What a source is called with when nothing but its answers matters. */
export function makeCallParts() {
  const sourceClock = makeTestClock()
  const budget = makeOpenBudget()
  const circuit = sourceCircuit(sourceClock, { failuresToOpen: 5, openMs: 60_000 })
  return { sourceClock, budget, circuit }
}

/** The same in real time, for what has to end by itself. */
export function makeRealCallParts(): ReturnType<typeof makeCallParts> {
  const sourceClock = { ...makeTestClock(), ...systemClock }
  return {
    sourceClock,
    budget: makeOpenBudget(),
    circuit: sourceCircuit(sourceClock, { failuresToOpen: 5, openMs: 60_000 }),
  }
}

/** A query of plain words; `-word` excludes, a list of words in one string is a phrase. */
export function makeQuery(...words: string[]): SourceQuery {
  const terms = words.map((word): KeywordTerm => {
    const excluded = word.startsWith('-')
    const bare = excluded ? word.slice(1) : word
    return { words: bare, phrase: bare.includes(' '), excluded }
  })
  return { keyword: words.join(' '), terms }
}

export const noSignal = new AbortController().signal
