const newline = 10

/** One line of a file. `bytes` is null when the line was longer than the bound: it was passed over, not kept. */
export type Line = { number: number; bytes: Buffer | null; ended: boolean }

/** Splits bytes at newlines, so that no character is ever cut; never holds more than one line and one chunk. */
export async function* splitLines(chunks: AsyncIterable<Buffer>, maxLineBytes: number): AsyncGenerator<Line> {
  let number = 1
  let pieces: Buffer[] = []
  let length = 0
  const add = (piece: Buffer) => {
    length += piece.length
    if (length > maxLineBytes) pieces = []
    else if (piece.length > 0) pieces.push(piece)
  }
  const take = (ended: boolean): Line => {
    const bytes = length > maxLineBytes ? null : joined(pieces)
    pieces = []
    length = 0
    return { number: number++, bytes, ended }
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, at))
      yield take(true)
      from = at + 1
    }
    add(chunk.subarray(from))
  }
  if (length > 0) yield take(false)
}

function joined(pieces: Buffer[]): Buffer {
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces)
}
