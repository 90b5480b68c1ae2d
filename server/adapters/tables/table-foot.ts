/** A record where an empty line may stand before it. */
type FootRecord = { cells: readonly string[]; behindGap: boolean }

const mostFootRecords = 20

/** How reports begin what they write below their tables: sums, who made them, whose they are. */
const footWords =
  /^(?:(?:grand |sub-?)?totals?\b|sum\b|average\b|copyright\b|©|\(c\) |confidential\b|generated (?:by|on|at)\b|exported (?:by|on|at|from)\b|(?:end of )?report\b|page \d|filter(?:s|ed by)?\b|\d[\d,.]{0,12} (?:rows?|records?|responses?|results?)\b)/iu

const filledCells = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '')

/** Too few cells for a row of a table of this width. */
function isShort(cells: readonly string[], width: number): boolean {
  if (width === 2) return cells.length < 2
  return filledCells(cells).length <= (width < 5 ? 1 : 2)
}

/** A foot begins behind an empty line, or with words of its own. */
function beginsFoot({ cells, behindGap }: FootRecord): boolean {
  const [first] = filledCells(cells)
  return behindGap || first === undefined || footWords.test(first.trim())
}

/** Where the foot of a table begins: nothing but short records follow. */
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

/** Holds back what may be the foot of a table of this width until it is known whether a row follows. */
export function holdFoot<Held extends FootRecord>(width: number) {
  let held: Held[] = []
  return {
    /** What is known to be no foot, in order. */
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
    /** The foot, where the table is at its end. */
    end: (): readonly Held[] => held,
  }
}
