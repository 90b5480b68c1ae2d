/**
 * Rows of numbers from -128 to 127, four to an integer: so small that the rows which posts have most stay in the
 * processor's cache.
 */
export type PackedRows = Int32Array

/** Integers a row, as a shift. */
const rowShift = 3
const columnCount = 4 << rowShift
export const mostColumns = columnCount
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

/** Leaves in `columns` the sums of some rows. */
export function sumRows(rows: PackedRows, { list, from, to }: RowList, columns: Int32Array): void {
  // Not by fill(): a call costs more than so few places.
  for (let column = 0; column < columnCount; column++) columns[column] = 0
  for (let start = from; start < to; start += mostRows) {
    const some = { list, from: start, to: Math.min(to, start + mostRows) }
    for (let integer = 0; integer < 1 << rowShift; integer += 4) {
      sumFour(rows, some, integer)
      takeApart(columns, integer << 2, (some.to - start) * bias)
    }
  }
}

/** Of each four columns the sums of every other one, from the first and from the second on. */
const sums = new Int32Array(8)

/** Leaves in `sums` those of four integers of each row: so many plain variables stay in registers. */
function sumFour(rows: PackedRows, { list, from, to }: RowList, first: number): void {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let e = 0
  let f = 0
  let g = 0
  let h = 0
  for (let at = from; at < to; at++) {
    const row = ((list[at] ?? 0) << rowShift) + first
    const one = rows[row] ?? 0
    const two = rows[row + 1] ?? 0
    const three = rows[row + 2] ?? 0
    const four = rows[row + 3] ?? 0
    a = (a + (one & everyOther)) | 0
    b = (b + ((one >>> 8) & everyOther)) | 0
    c = (c + (two & everyOther)) | 0
    d = (d + ((two >>> 8) & everyOther)) | 0
    e = (e + (three & everyOther)) | 0
    f = (f + ((three >>> 8) & everyOther)) | 0
    g = (g + (four & everyOther)) | 0
    h = (h + ((four >>> 8) & everyOther)) | 0
  }
  sums[0] = a
  sums[1] = b
  sums[2] = c
  sums[3] = d
  sums[4] = e
  sums[5] = f
  sums[6] = g
  sums[7] = h
}

/** Adds `sums` to the columns from `first` on. */
function takeApart(columns: Int32Array, first: number, biases: number): void {
  for (let four = 0; four < 4; four++) {
    const at = first + 4 * four
    const even = sums[2 * four] ?? 0
    const odd = sums[2 * four + 1] ?? 0
    columns[at] = (columns[at] ?? 0) + (even & 0xffff) - biases
    columns[at + 1] = (columns[at + 1] ?? 0) + (odd & 0xffff) - biases
    columns[at + 2] = (columns[at + 2] ?? 0) + (even >>> 16) - biases
    columns[at + 3] = (columns[at + 3] ?? 0) + (odd >>> 16) - biases
  }
}
