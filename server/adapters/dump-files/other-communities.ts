import { rememberColumns } from './line-columns.ts'
import { endOfText, endOfValue, skipSpaces } from './walk-json.ts'

/** Whether these bytes of a buffer are a row to leave out. */
export type LineFilter = (bytes: Buffer, from: number, to: number) => boolean

const codeOf = (sign: string) => sign.charCodeAt(0)
const [quote, colon, comma, open, close, carriageReturn] = ['"', ':', ',', '{', '}', '\r'].map(codeOf)

/**
 * Recognises JSON lines that are certainly posts of communities outside this set, without parsing them. Every
 * other line is parsed, and its row is examined. Only the columns of the object itself are read, and not
 * values that are nested in them.
 */
export function otherCommunities(wanted: ReadonlySet<string>, now = new Date()): LineFilter {
  const columns = rememberColumns(wanted, now)
  return (bytes, from, lineEnd) => {
    const to = bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd
    if (bytes[from] !== open) return false
    columns.startRow()
    for (let at = from + 1; ; at += 1) {
      at = skipSpaces(bytes, at)
      const nameEnd = bytes[at] === quote ? endOfText(bytes, at, to) : -1
      if (nameEnd === -1) return false
      const colonAt = skipSpaces(bytes, nameEnd)
      if (bytes[colonAt] !== colon) return false
      const valueAt = skipSpaces(bytes, colonAt + 1)
      const valueEnd = endOfValue(bytes, valueAt, to)
      if (valueEnd === -1) return false
      if (!columns.isPlain(bytes, { from: at + 1, to: nameEnd - 1 }, { from: valueAt, to: valueEnd }))
        return false
      at = skipSpaces(bytes, valueEnd)
      if (bytes[at] === close) return at === to - 1 && columns.isPost()
      if (bytes[at] !== comma) return false
    }
  }
}
