import type { KeywordTerm } from '#contract/keyword-terms.ts'
import { sourceCircuit } from '#server/adapters/source-calls/source-circuit.ts'
import { type SourceClock, systemClock } from '#server/adapters/source-calls/source-clock.ts'
import type { SourceQuery } from '#server/source-ports.ts'

type TestSourceClock = SourceClock & { pauses: number[]; pass(ms: number): void }

/** A clock that only advances in pauses, and a random number that is always 0.5. */
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

/** A budget that grants every call and records what was reported. */
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

/** The arguments of a source if only its responses matter. */
export function makeCallParts() {
  const sourceClock = makeTestClock()
  const budget = makeOpenBudget()
  const circuit = sourceCircuit(sourceClock, { failuresToOpen: 5, openMs: 60_000 })
  return { sourceClock, budget, circuit }
}

/** The same parts with real time, for code with timeouts. */
export function makeRealCallParts(): ReturnType<typeof makeCallParts> {
  const sourceClock = { ...makeTestClock(), ...systemClock }
  return {
    sourceClock,
    budget: makeOpenBudget(),
    circuit: sourceCircuit(sourceClock, { failuresToOpen: 5, openMs: 60_000 }),
  }
}

/** A query of plain words; `-word` excludes, several words in one string are a phrase. */
export function makeQuery(...words: string[]): SourceQuery {
  const terms = words.map((word): KeywordTerm => {
    const excluded = word.startsWith('-')
    const bare = excluded ? word.slice(1) : word
    return { words: bare, phrase: bare.includes(' '), excluded }
  })
  return { keyword: words.join(' '), terms }
}

export const noSignal = new AbortController().signal
