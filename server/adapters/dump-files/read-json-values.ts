import { isUtf8 } from 'node:buffer'
import { DumpError } from './dump-error.ts'
import type { DumpRow } from './dump-row.ts'
import { rowsIn } from './nested-rows.ts'
import { type JsonPiece, splitJson } from './split-json.ts'

/** Of one value that holds many rows, as an answer of an interface does; it is held in memory whole. */
const mostValueBytes = 64 * 1024 * 1024

/** Reads the objects of JSON that is an array, or that is written over several lines. Throws when it is cut off. */
export async function* readJsonValues(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<DumpRow> {
  for await (const piece of splitJson(chunks, mostValueBytes)) {
    if (piece.ended) yield* readPiece(piece)
    else {
      yield { line: piece.line, problem: 'the JSON that begins here is cut off' }
      throw new DumpError('cut-off', `${name} is cut off: what begins at line ${piece.line} has no end.`)
    }
  }
}

function* readPiece({ line, bytes }: JsonPiece): Generator<DumpRow> {
  if (bytes === null) {
    yield { line, problem: `what begins here is longer than ${mostValueBytes / 1024 / 1024} MB` }
    return
  }
  if (!isUtf8(bytes)) {
    yield { line, problem: 'the JSON that begins here is not UTF-8 text; name what it is with --encoding' }
    return
  }
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    yield { line, problem: 'what begins here is not JSON' }
    return
  }
  for (const row of rowsIn(value)) yield { line, value: row }
}
