import { getPriority } from 'node:os'
import { AppError } from '#server/errors.ts'
import { SourceError } from '#server/source-ports.ts'
import { serveWork, type Talk } from '#server/worker-pool/serve-work.ts'

/** Work as nobody should write it: that never ends, fills the memory, or fails in every way. */
export const oddWork = {
  calls: {
    readNiceness: () => getPriority(),
    double: (number: number) => number * 2,
    neverEnd(): number {
      for (;;);
    },
    fillMemory(): number {
      const kept: number[][] = []
      for (;;) kept.push(Array<number>(100_000).fill(1))
    },
    refuse(): never {
      throw new AppError('own_unreadable', 'no row', { userMessage: 'There is no row.' })
    },
    refuseSource(): never {
      throw new SourceError('sent nothing')
    },
    quote: (text: string): unknown => JSON.parse(text),
  },
  conversations: {
    /** Goes from place to place for so long, and says nothing but the last. */
    async *wander({ reach }: Talk, forMs: number): AsyncGenerator<number, void> {
      let at = 0
      const endsAt = performance.now() + forMs
      while (performance.now() < endsAt) {
        at += 1
        reach(at)
      }
      yield at
    },
    /** Measures each piece; at one that says so it stays for ever. Told false, it measures no more. */
    async *measure({ pieces, reach }: Talk, unit: string): AsyncGenerator<string, void, boolean | undefined> {
      let at = 0
      let measures: boolean | undefined
      for await (const piece of pieces) {
        at += 1
        reach(at)
        if (piece === 'stay') for (;;);
        if (piece === 'fail') throw new SourceError('sent what cannot be measured')
        if (measures !== false) measures = yield `${piece.length} ${unit}`
      }
    },
  },
}

export const answer = serveWork(oddWork)
