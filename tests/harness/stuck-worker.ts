import { serveWork, type Talk } from '#server/adapters/worker-pool/serve-work.ts'
import { preparing, productWork } from '#server/wiring/wire-worker.ts'

const { calls, conversations } = productWork

/** Blocks forever on a text with a marker. */
function stayAt(text: unknown): void {
  if (JSON.stringify(text).includes('please stay')) for (;;);
}

async function* watched(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    stayAt(piece)
    yield piece
  }
}

/**
 * The product's tasks, but a text with a marker blocks its task forever. The text may be a part of a file, or
 * one row.
 */
const stuckWork: typeof productWork = {
  calls: {
    ...calls,
    readForeignLists(text) {
      stayAt(text)
      return calls.readForeignLists(text)
    },
  },
  conversations: {
    lookAtColumns: conversations.lookAtColumns,
    scoreFile: ({ pieces, reach }: Talk, file, now) => {
      const reachAndStay = (line: number) => {
        reach(line)
        if (line === 3 && file.collection.name === 'odd row' && file.leftOut.length === 0) for (;;);
      }
      return conversations.scoreFile({ pieces: watched(pieces), reach: reachAndStay }, file, now)
    },
  },
}

export const answer = serveWork(stuckWork, preparing)
