/**
 * Rows of numbers from -128 to 127, four to an integer: so small that the rows which posts have most stay in the
 * processor's cache.
 */
export type PackedRows = Int32Array

/** Integers a row, as a shift. */
const rowShift = 3
const columnCount = 4 << rowShift
/** The last integer of a row is no sum's: rows of a power of two are found by a shift. */
export const mostColumns = columnCount - 4
/** Added to each number, so that none is negative: a column can be summed without borrowing from the next. */
const bias = 128
/** Every other number of an integer: sums of up to 256 rows have room between them. */
const everyOther = 0x00ff00ff
const mostRows = 256

export function packRows(count: number, numberAt: (row: number, column: number) => number): PackedRows {
  const rows = new Int32Array(count << rowShift)
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < columnCount; column++) {
      const at = (row << rowShift) + (column >> 2)
      rows[at] = (rows[at] ?? 0) | ((numberAt(row, column) + bias) << ((column & 3) << 3))
    }
  }
  return rows
}

/** One number of a row. */
export function readColumn(rows: PackedRows, row: number, column: number): number {
  const four = rows[(row << rowShift) + (column >> 2)] ?? 0
  return ((four >>> ((column & 3) << 3)) & 255) - bias
}

/** Which rows: those that `list` names from `from` up to `to`. */
export type RowList = { list: Int32Array; from: number; to: number }

const part = new Int32Array(mostColumns)

/** Leaves in `columns` the sums of some rows. */
export function sumRows(rows: PackedRows, some: RowList, columns: Int32Array): void {
  if (some.to - some.from <= mostRows) {
    sumFirst(rows, some, columns)
    sumOthers(rows, some, columns)
    return
  }
  columns.fill(0)
  for (let from = some.from; from < some.to; from += mostRows) {
    sumRows(rows, { list: some.list, from, to: Math.min(some.to, from + mostRows) }, part)
    for (let column = 0; column < mostColumns; column++)
      columns[column] = (columns[column] ?? 0) + (part[column] ?? 0)
  }
}

/**
 * Leaves the sums of the first four integers of each row: so many plain variables stay in registers. What every other
 * number adds up to is taken from the sum of the integers to have that of the numbers between them.
 */
function sumFirst(rows: PackedRows, { list, from, to }: RowList, columns: Int32Array): void {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let oddA = 0
  let oddB = 0
  let oddC = 0
  let oddD = 0
  for (let at = from; at < to; at++) {
    const row = (list[at] ?? 0) << rowShift
    const one = rows[row] ?? 0
    const two = rows[row + 1] ?? 0
    const three = rows[row + 2] ?? 0
    const four = rows[row + 3] ?? 0
    a = (a + one) | 0
    b = (b + two) | 0
    c = (c + three) | 0
    d = (d + four) | 0
    oddA = (oddA + ((one >>> 8) & everyOther)) | 0
    oddB = (oddB + ((two >>> 8) & everyOther)) | 0
    oddC = (oddC + ((three >>> 8) & everyOther)) | 0
    oddD = (oddD + ((four >>> 8) & everyOther)) | 0
  }
  const biases = (to - from) * bias
  const evenA = (a - (oddA << 8)) | 0
  const evenB = (b - (oddB << 8)) | 0
  const evenC = (c - (oddC << 8)) | 0
  const evenD = (d - (oddD << 8)) | 0
  columns[0] = (evenA & 0xffff) - biases
  columns[1] = (oddA & 0xffff) - biases
  columns[2] = (evenA >>> 16) - biases
  columns[3] = (oddA >>> 16) - biases
  columns[4] = (evenB & 0xffff) - biases
  columns[5] = (oddB & 0xffff) - biases
  columns[6] = (evenB >>> 16) - biases
  columns[7] = (oddB >>> 16) - biases
  columns[8] = (evenC & 0xffff) - biases
  columns[9] = (oddC & 0xffff) - biases
  columns[10] = (evenC >>> 16) - biases
  columns[11] = (oddC >>> 16) - biases
  columns[12] = (evenD & 0xffff) - biases
  columns[13] = (oddD & 0xffff) - biases
  columns[14] = (evenD >>> 16) - biases
  columns[15] = (oddD >>> 16) - biases
}

/** Leaves the sums of the three integers behind those. */
function sumOthers(rows: PackedRows, { list, from, to }: RowList, columns: Int32Array): void {
  let a = 0
  let b = 0
  let c = 0
  let oddA = 0
  let oddB = 0
  let oddC = 0
  for (let at = from; at < to; at++) {
    const row = (list[at] ?? 0) << rowShift
    const one = rows[row + 4] ?? 0
    const two = rows[row + 5] ?? 0
    const three = rows[row + 6] ?? 0
    a = (a + one) | 0
    b = (b + two) | 0
    c = (c + three) | 0
    oddA = (oddA + ((one >>> 8) & everyOther)) | 0
    oddB = (oddB + ((two >>> 8) & everyOther)) | 0
    oddC = (oddC + ((three >>> 8) & everyOther)) | 0
  }
  const biases = (to - from) * bias
  const evenA = (a - (oddA << 8)) | 0
  const evenB = (b - (oddB << 8)) | 0
  const evenC = (c - (oddC << 8)) | 0
  columns[16] = (evenA & 0xffff) - biases
  columns[17] = (oddA & 0xffff) - biases
  columns[18] = (evenA >>> 16) - biases
  columns[19] = (oddA >>> 16) - biases
  columns[20] = (evenB & 0xffff) - biases
  columns[21] = (oddB & 0xffff) - biases
  columns[22] = (evenB >>> 16) - biases
  columns[23] = (oddB >>> 16) - biases
  columns[24] = (evenC & 0xffff) - biases
  columns[25] = (oddC & 0xffff) - biases
  columns[26] = (evenC >>> 16) - biases
  columns[27] = (oddC >>> 16) - biases
}
