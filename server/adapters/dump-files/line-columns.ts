import { type ColumnCheck, columnChecks, type Place, unclear } from './plain-columns.ts'

type KnownColumn = { name: Buffer; check: ColumnCheck | null }

/** At most this many columns of a file are checked by their bytes. Rows with further columns are parsed. */
const mostKnown = 300

function isEqual(bytes: Buffer, { from, to }: Place, name: Buffer): boolean {
  if (to - from !== name.length) return false
  for (let at = 0; at < name.length; at += 1) if (bytes[from + at] !== name[at]) return false
  return true
}

/** Checks the columns of a row by their bytes, in any order. */
export function rememberColumns(wanted: ReadonlySet<string>, now: Date) {
  const checks = columnChecks(wanted, now)
  const known: KnownColumn[] = []
  let next = 0
  let seen = 0

  function findColumn(bytes: Buffer, place: Place): KnownColumn | null {
    const expected = known[next]
    if (expected !== undefined && isEqual(bytes, place, expected.name)) {
      next += 1
      return expected
    }
    let at = known.findIndex(({ name }) => isEqual(bytes, place, name))
    if (at === -1) {
      if (known.length >= mostKnown) return null
      const name = Buffer.from(bytes.subarray(place.from, place.to))
      at = known.push({ name, check: checks.checkOf(name.toString('utf8')) }) - 1
    }
    next = at + 1
    return known[at] ?? null
  }

  return {
    startRow(): void {
      next = 0
      seen = 0
    },
    /** False if the row has to be parsed instead. */
    isPlain(bytes: Buffer, name: Place, value: Place): boolean {
      const column = findColumn(bytes, name)
      if (column === null) return false
      const { check } = column
      if (check === null) return true
      // The row is left to a parser if two columns have the same name, because a parser uses the last one.
      if ((seen & check.bit) !== 0) return false
      const found = check.read(bytes, value.from, value.to)
      seen |= check.bit | found
      return found !== unclear
    },
    isPost: (): boolean => checks.isPost(seen),
  }
}
