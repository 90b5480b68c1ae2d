import { Readable } from 'node:stream'
import type { AccountDeps } from './account-deps.ts'
import type { TakeTurn } from './make-turns.ts'

type WriteAccount = Pick<AccountDeps, 'accountData' | 'clock' | 'exportMaterial'> & { takeTurn: TakeTurn }

const searchesAtOnce = 50

async function* readSearches(deps: WriteAccount, userId: string): AsyncGenerator<object> {
  const ids = await deps.accountData.listSearchIds(userId)
  for (let start = 0; start < ids.length; start += searchesAtOnce) {
    yield* await deps.accountData.readSearches(ids.slice(start, start + searchesAtOnce))
  }
}

/** Each piece is read and serialised in one go, so it is small. */
const pieceCharacters = 65_536

async function* writeRows(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let piece = ''
  let separator = '\n'
  for await (const row of rows) {
    piece += `${separator}${JSON.stringify(row)}`
    separator = ',\n'
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

async function* writePieces(deps: WriteAccount, account: object, userId: string): AsyncGenerator<string> {
  const head = JSON.stringify({ exportedAt: deps.clock(), ...account }, null, 2)
  yield `${head.slice(0, -2)},\n  "searches": [`
  yield* writeRows(readSearches(deps, userId))
  yield '\n],\n  "ownMaterial": ['
  yield* writeRows(deps.exportMaterial(userId))
  yield '\n]}\n'
}

/**
 * An account as a stream of JSON. The exports of a process take turns with each piece, and a slow reader holds
 * up nobody, because a piece is made when the reader asks for it.
 */
export function streamAccount(deps: WriteAccount, account: object, userId: string): Readable {
  async function* inTurns(): AsyncGenerator<string> {
    const pieces = writePieces(deps, account, userId)
    try {
      for (;;) {
        const { done, value } = await deps.takeTurn(() => pieces.next())
        if (done) return
        yield value
      }
    } finally {
      await pieces.return(undefined)
    }
  }
  return Readable.from(inTurns())
}
