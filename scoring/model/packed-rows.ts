/**
 * Rows of small signed numbers, four columns of 13 bits in each number, so that a sum of rows takes a quarter of the
 * additions. Whole numbers below 2^53 are added without an error, in any order.
 */
export type PackedRows = Float64Array

/** Numbers a row, as a shift: one line of the processor's cache. */
const rowShift = 3
/** Numbers of a row that hold columns. */
const usedNumbers = 7
export const mostColumns = 4 * usedNumbers
/** Added to each column, so that none is negative: a column can be summed without borrowing from the next. */
const columnBias = 128
const columnBits = 13
const columnMask = (1 << columnBits) - 1
/** What the upper two columns of a number are multiplied with. */
const upperHalf = 2 ** (2 * columnBits)
/** Rows that can be summed before a column would run over: each is below 256. */
const mostRows = 32

/** Packs rows of numbers from -128 to 127. */
export function packRows(count: number, numberAt: (row: number, column: number) => number): PackedRows {
  const rows = new Float64Array(count << rowShift)
  for (let row = 0; row < count; row++) {
    for (let at = 0; at < usedNumbers; at++) {
      let packed = 0
      for (let column = 4 * at + 3; column >= 4 * at; column--)
        packed = packed * (columnMask + 1) + numberAt(row, column) + columnBias
      rows[(row << rowShift) + at] = packed
    }
  }
  return rows
}

/** One number of a row. */
export function readColumn(rows: PackedRows, row: number, column: number): number {
  const packed = rows[(row << rowShift) + (column >> 2)] ?? 0
  const upper = Math.floor(packed / upperHalf)
  const half = (column & 2) === 0 ? packed - upper * upperHalf : upper
  return ((half >>> ((column & 1) * columnBits)) & columnMask) - columnBias
}

/** Sums of rows: those that wait to be added, and by column what was added so far. */
export type RowSums = { waiting: Int32Array; count: number; columns: Int32Array }

const packed = new Float64Array(usedNumbers)

export function emptyRowSums(): RowSums {
  return { waiting: new Int32Array(mostRows), count: 0, columns: new Int32Array(mostColumns) }
}

/** Starts new sums. */
export function startRows({ columns }: RowSums): void {
  // Not by fill(): a call costs more than so few places.
  for (let column = 0; column < mostColumns; column++) columns[column] = 0
}

/** Adds a row; `finishRows` has to follow before the sums are read. */
export function addRow(sums: RowSums, rows: PackedRows, row: number): void {
  if (sums.count === mostRows) finishRows(sums, rows)
  sums.waiting[sums.count++] = row << rowShift
}

/** Adds the rows that wait. */
export function finishRows(sums: RowSums, rows: PackedRows): void {
  const { waiting, count } = sums
  // Seven plain variables stay in registers; an array of sums would be read and written for each row.
  let [a, b, c, d, e, f, g] = [0, 0, 0, 0, 0, 0, 0]
  for (let at = 0; at < count; at++) {
    const from = waiting[at] ?? 0
    a += rows[from] ?? 0
    b += rows[from + 1] ?? 0
    c += rows[from + 2] ?? 0
    d += rows[from + 3] ?? 0
    e += rows[from + 4] ?? 0
    f += rows[from + 5] ?? 0
    g += rows[from + 6] ?? 0
  }
  packed[0] = a
  packed[1] = b
  packed[2] = c
  packed[3] = d
  packed[4] = e
  packed[5] = f
  packed[6] = g
  takeApart(sums)
}

/** Moves the sums of packed columns into their own places. */
function takeApart(sums: RowSums): void {
  const { columns } = sums
  const bias = sums.count * columnBias
  sums.count = 0
  for (let at = 0; at < usedNumbers; at++) {
    const all = packed[at] ?? 0
    const upper = (all / upperHalf) | 0
    const lower = (all - upper * upperHalf) | 0
    const from = at << 2
    columns[from] = (columns[from] ?? 0) + (lower & columnMask) - bias
    columns[from + 1] = (columns[from + 1] ?? 0) + (lower >>> columnBits) - bias
    columns[from + 2] = (columns[from + 2] ?? 0) + (upper & columnMask) - bias
    columns[from + 3] = (columns[from + 3] ?? 0) + (upper >>> columnBits) - bias
  }
}
