/**
 * Rows of numbers from -128 to 127, four per integer, so that the most common rows fit into the CPU cache.
 */
export type PackedRows = Int32Array

/** A row has `1 << rowShift` integers. */
const rowShift = 3
export const columnCount = 4 << rowShift
/** Added to each number, so that no number is below 0 and an addition never borrows from the next column. */
const bias = 128
/** Selects every second byte of an integer, so that each has 16 bits, enough for the sum of 256 rows. */
const everyOther = 0x00ff00ff
const mostRows = 256

/** Signed bytes from base64. */
export function decodeBytes(text: string): Int8Array {
  const decoded = atob(text)
  const bytes = new Int8Array(decoded.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = decoded.charCodeAt(at)
  return bytes
}

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

export function readColumn(rows: PackedRows, row: number, column: number): number {
  const four = rows[(row << rowShift) + (column >> 2)] ?? 0
  return ((four >>> ((column & 3) << 3)) & 255) - bias
}

/** The rows that `list` contains from index `from` up to `to`. Their column sums are written to `sums`. */
export type RowList = { list: Int32Array; from: number; to: number; sums: Int32Array }

const part = new Int32Array(columnCount)

/** Writes the column sums of some rows to `sums`. */
export function sumRows(rows: PackedRows, some: RowList): void {
  const { list, from, to, sums } = some
  if (to - from <= mostRows) {
    sumFour(rows, some, 0)
    sumFour(rows, some, 4)
    return
  }
  sums.fill(0)
  for (let at = from; at < to; at += mostRows) {
    sumRows(rows, { list, from: at, to: Math.min(to, at + mostRows), sums: part })
    for (let column = 0; column < columnCount; column++)
      sums[column] = (sums[column] ?? 0) + (part[column] ?? 0)
  }
}

/**
 * Writes the column sums for four integers of each row, from the integer `first` on. With four integers, all
 * local variables fit into registers. Every second number of an integer is also added up separately.
 * Subtracting these sums from the sums of whole integers gives the sums of the other numbers.
 */
function sumFour(rows: PackedRows, { list, from, to, sums }: RowList, first: number): void {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let oddA = 0
  let oddB = 0
  let oddC = 0
  let oddD = 0
  for (let at = from; at < to; at++) {
    const place = ((list[at] ?? 0) << rowShift) + first
    const one = rows[place] ?? 0
    const two = rows[place + 1] ?? 0
    const three = rows[place + 2] ?? 0
    const four = rows[place + 3] ?? 0
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
  const spread = (integer: number, sum: number, odd: number) => {
    const even = (sum - (odd << 8)) | 0
    const column = (first + integer) << 2
    sums[column] = (even & 0xffff) - biases
    sums[column + 1] = (odd & 0xffff) - biases
    sums[column + 2] = (even >>> 16) - biases
    sums[column + 3] = (odd >>> 16) - biases
  }
  spread(0, a, oddA)
  spread(1, b, oddB)
  spread(2, c, oddC)
  spread(3, d, oddD)
}
