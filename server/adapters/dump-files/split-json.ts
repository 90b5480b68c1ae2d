const codeOf = (sign: string) => sign.charCodeAt(0)
const [quote, backslash, newline] = [codeOf('"'), codeOf('\\'), codeOf('\n')]
const opening = new Set(['{', '['].map(codeOf))
const closing = new Set(['}', ']'].map(codeOf))
const openArray = codeOf('[')

/** A JSON object; `bytes` is null if it exceeded the limit and was skipped. */
export type JsonPiece = { line: number; bytes: Buffer | null; ended: boolean }

/** The state of the reader. `depth` is the depth of nesting within the current object. */
type Scan = { depth: number; text: boolean; escaped: boolean; line: number; inArray: boolean }

/** Skips to the end of the current object or of the chunk, and returns the next offset. */
function skipPiece(chunk: Buffer, from: number, scan: Scan): number {
  let at = from
  for (; at < chunk.length; at += 1) {
    const sign = chunk[at] ?? 0
    if (sign === newline) scan.line += 1
    if (scan.escaped) scan.escaped = false
    else if (scan.text) {
      if (sign === backslash) scan.escaped = true
      else if (sign === quote) scan.text = false
    } else if (sign === quote) scan.text = true
    else if (opening.has(sign)) scan.depth += 1
    else if (closing.has(sign)) {
      scan.depth -= 1
      if (scan.depth === 0) return at + 1
    }
  }
  return at
}

/** The offset at which the next object starts, after commas, white space and brackets of the outer array. */
function skipToPiece(chunk: Buffer, from: number, scan: Scan): number {
  let at = from
  for (; at < chunk.length; at += 1) {
    const sign = chunk[at] ?? 0
    if (sign === newline) scan.line += 1
    else if (sign === openArray && !scan.inArray) scan.inArray = true
    else if (closing.has(sign)) scan.inArray = false
    else if (opening.has(sign)) return at
  }
  return at
}

/**
 * Splits JSON into the elements of its array, or into consecutive objects. Buffers one object and one chunk
 * at a time.
 */
export async function* splitJson(chunks: AsyncIterable<Buffer>, mostBytes: number) {
  const scan: Scan = { depth: 0, text: false, escaped: false, line: 1, inArray: false }
  let parts: Buffer[] = []
  let length = 0
  let line = 1
  const addChunk = (part: Buffer) => {
    length += part.length
    if (length > mostBytes) parts = []
    else parts.push(part)
  }
  for await (const chunk of chunks) {
    let at = 0
    while (at < chunk.length) {
      const begin = scan.depth > 0 ? at : skipToPiece(chunk, at, scan)
      if (scan.depth === 0) line = scan.line
      at = skipPiece(chunk, begin, scan)
      if (at > begin) addChunk(chunk.subarray(begin, at))
      if (scan.depth > 0 || length === 0) continue
      yield { line, bytes: length > mostBytes ? null : Buffer.concat(parts), ended: true }
      parts = []
      length = 0
    }
  }
  if (scan.depth > 0) yield { line, bytes: null, ended: false }
}
