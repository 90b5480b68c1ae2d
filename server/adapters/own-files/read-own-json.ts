import { splitJson } from '#server/adapters/dump-files/split-json.ts'
import { mostRowBytes, OwnFileError, type OwnLine } from './own-line.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A cell as text; lists of texts stand one under the other. */
function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(writeCell).filter(Boolean).join('\n')
  return JSON.stringify(value)
}

const deepest = 3

/** Fields of an object, those of objects in it as `outer.inner`. */
function* fieldsOf(value: Record<string, unknown>, lead = '', depth = 1): Generator<[string, string]> {
  for (const [name, inner] of Object.entries(value)) {
    if (isObject(inner) && depth < deepest) yield* fieldsOf(inner, `${lead}${name}.`, depth + 1)
    else yield [`${lead}${name}`, writeCell(inner)]
  }
}

/** An export is often one object with all rows in a list of it. */
function rowsIn(value: unknown): unknown[] {
  if (!isObject(value)) return [value]
  const lists = Object.values(value).filter((inner) => Array.isArray(inner) && inner.some(isObject))
  return lists.length === 1 ? (lists[0] as unknown[]) : [value]
}

async function* buffers(chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

function parsePiece(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Objects, one after the other (JSON lines) or in a list. */
export async function* readOwnJson(chunks: AsyncIterable<string>): AsyncGenerator<OwnLine> {
  let rows = 0
  let tooLong = false
  for await (const { line, bytes, ended } of splitJson(buffers(chunks), mostRowBytes)) {
    if (!ended) throw new OwnFileError(`The object that begins at line ${line} is not whole.`)
    if (bytes === null) {
      tooLong = true
      yield { line, problem: 'the object is longer than 1 MB' }
      continue
    }
    const value = parsePiece(bytes)
    for (const row of value === undefined ? [undefined] : rowsIn(value)) {
      rows += 1
      yield isObject(row)
        ? { line, cells: new Map(fieldsOf(row)) }
        : { line, problem: 'this is no JSON object' }
    }
  }
  if (rows > 0) return
  throw new OwnFileError(
    tooLong
      ? 'It is one object of more than 1 MB. Send its list alone, or one object a line.'
      : 'There is no JSON object in it.',
  )
}
