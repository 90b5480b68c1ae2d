import { getPriority } from 'node:os'
import { serveWork, type Talk } from '#server/adapters/worker-pool/serve-work.ts'
import { AppError } from '#server/errors.ts'
import { SourceError } from '#server/source-ports.ts'

/** Badly behaved tasks: endless, out of memory, or failing in every way. */
export const oddWork = {
  calls: {
    readNiceness: () => getPriority(),
    double: (number: number) => number * 2,
    count: ({ bytes }: { bytes: readonly Uint8Array[] }) => Buffer.concat(bytes).byteLength,
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
    /** Reports positions for a while, and answers only at the end. */
    async *wander({ reach }: Talk, forMs: number): AsyncGenerator<number, void> {
      let at = 0
      const endsAt = performance.now() + forMs
      while (performance.now() < endsAt) {
        at += 1
        reach(at)
      }
      yield at
    },
    /**
     * Measures each part. A part with a marker blocks forever. Once the caller answers `false`, the task
     * reads parts without measuring them.
     */
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
