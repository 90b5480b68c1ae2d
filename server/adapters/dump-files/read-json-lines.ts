import { type DumpRow, maxRowBytes } from './dump-row.ts'
import { type Line, splitLines } from './split-lines.ts'

/** Reads one JSON object a line. Blank lines are passed over; bytes that are not UTF-8 become U+FFFD. */
export async function* readJsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<DumpRow> {
  for await (const line of splitLines(chunks, maxRowBytes)) {
    const row = readLine(line)
    if (row !== null) yield row
  }
}

function readLine({ number, bytes, ended }: Line): DumpRow | null {
  if (bytes === null) {
    return { line: number, problem: `the line is longer than ${maxRowBytes / 1024 / 1024} MB` }
  }
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/u, '')
    .trim()
  if (text === '') return null
  try {
    return { line: number, value: JSON.parse(text) }
  } catch {
    return {
      line: number,
      problem: ended ? 'the line is not JSON' : 'the last line is cut off: it is not JSON',
    }
  }
}
