import { kindOfCell } from './cell-kinds.ts'

/** `behindGap` tells whether an empty line precedes the record. */
type FootRecord = { cells: readonly string[]; behindGap: boolean }

const mostFootRecords = 20

/** Words with which reports start the lines below their tables: totals, authors, copyright. */
const footWords =
  /^(?:(?:grand |sub-?)?totals?\b|sum\b|average\b|copyright\b|©|\(c\) |confidential\b|generated (?:by|on|at)\b|exported (?:by|on|at|from)\b|(?:end of )?report\b|page \d|filter(?:s|ed by)?\b|\d[\d,.]{0,12} (?:rows?|records?|responses?|results?)\b)/iu

/** Names at the start of a row of sums. All other cells of that row are numbers. */
const sumName = /^(?:(?:grand |sub-?)?totals?|sum|average|mean|count):?$/iu

const filledCells = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '')

function isSums(cells: readonly string[]): boolean {
  const [name = '', ...beside] = filledCells(cells)
  return sumName.test(name.trim()) && beside.every((cell) => kindOfCell(cell) === 'number')
}

/** Whether a record has too few cells for a row of this table, or contains the sums of columns. */
function isShort(cells: readonly string[], width: number): boolean {
  if (width === 2) return cells.length < 2
  if (isSums(cells)) return true
  return filledCells(cells).length <= (width < 5 ? 1 : 2)
}

/** A footer starts after an empty line, or with typical words. */
function beginsFoot({ cells, behindGap }: FootRecord): boolean {
  const [first] = filledCells(cells)
  return behindGap || first === undefined || footWords.test(first.trim())
}

/** The index at which a table's footer starts: only short records follow. */
export function findFoot(records: readonly FootRecord[], width: number): number {
  if (width < 2) return records.length
  let from = records.length
  while (
    from > 0 &&
    records.length - from < mostFootRecords &&
    isShort(records[from - 1]?.cells ?? [], width)
  )
    from -= 1
  const begin = records.slice(from).findIndex(beginsFoot)
  return begin === -1 ? records.length : from + begin
}

/** Buffers lines that may be the footer until it is known whether a row follows. */
export function holdFoot<Held extends FootRecord>(width: number) {
  let held: Held[] = []
  return {
    /** Returns the records that are certainly not part of the footer, in order. */
    add(record: Held): Held[] {
      const mayBeFoot = width > 1 && isShort(record.cells, width) && (held.length > 0 || beginsFoot(record))
      if (mayBeFoot && held.length < mostFootRecords) {
        held.push(record)
        return []
      }
      const rows = [...held, record]
      held = []
      return rows
    },
    /** Returns the footer at the end of the table. */
    end: (): readonly Held[] => held,
  }
}
