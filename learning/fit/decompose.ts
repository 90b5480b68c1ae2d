import { seededRandom } from '../evaluate/metrics.ts'
import { addTimes } from './gradient-descent.ts'

/** A sparse matrix by rows. Row r has the entries from `from[r]` to `from[r + 1]`. */
export type SparseMatrix = { columns: number; from: Int32Array; column: Int32Array; value: Float32Array }

const oversampling = 16
const rounds = 3

/**
 * A truncated SVD with `count` components by randomised subspace iteration with a fixed seed. Returns the
 * left singular vectors in row-major order, each multiplied by the square root of its singular value.
 */
export function leadingDirections(matrix: SparseMatrix, count: number): Float64Array {
  const width = count + oversampling
  const rows = matrix.from.length - 1
  const random = seededRandom(5)
  const start = Float64Array.from({ length: matrix.columns * width }, () => 2 * random() - 1)
  let left = times(matrix, start, width)
  for (let round = 0; round < rounds; round++) {
    makeOrthonormal(left, width)
    const right = transposedTimes(matrix, left, width)
    makeOrthonormal(right, width)
    left = times(matrix, right, width)
  }
  makeOrthonormal(left, width)
  const { values, vectors } = diagonalise(products(transposedTimes(matrix, left, width), width), width)
  const order = values.map((_, at) => at).sort((one, other) => (values[other] ?? 0) - (values[one] ?? 0))
  const places = new Float64Array(rows * count)
  for (let row = 0; row < rows; row++) {
    for (let at = 0; at < count; at++) {
      const kept = order[at] ?? 0
      let sum = 0
      for (let each = 0; each < width; each++)
        sum += (left[row * width + each] ?? 0) * (vectors[each * width + kept] ?? 0)
      places[row * count + at] = sum * Math.max(0, values[kept] ?? 0) ** 0.25
    }
  }
  return places
}

function times(matrix: SparseMatrix, dense: Float64Array, width: number): Float64Array {
  const result = new Float64Array((matrix.from.length - 1) * width)
  eachEntry(matrix, (row, column, factor) =>
    addTimes(result, dense, { to: row * width, from: column * width, count: width, times: factor }),
  )
  return result
}

function transposedTimes(matrix: SparseMatrix, dense: Float64Array, width: number): Float64Array {
  const result = new Float64Array(matrix.columns * width)
  eachEntry(matrix, (row, column, factor) =>
    addTimes(result, dense, { to: column * width, from: row * width, count: width, times: factor }),
  )
  return result
}

function eachEntry(matrix: SparseMatrix, visit: (row: number, column: number, value: number) => void): void {
  for (let row = 0; row + 1 < matrix.from.length; row++) {
    const to = matrix.from[row + 1] ?? 0
    for (let entry = matrix.from[row] ?? 0; entry < to; entry++)
      visit(row, matrix.column[entry] ?? 0, matrix.value[entry] ?? 0)
  }
}

/** The Gram matrix of the columns of a matrix. */
function products(dense: Float64Array, width: number): Float64Array {
  const result = new Float64Array(width * width)
  for (let from = 0; from < dense.length; from += width) {
    for (let one = 0; one < width; one++) {
      const times = dense[from + one] ?? 0
      addTimes(result, dense, { to: one * width, from, count: one + 1, times })
    }
  }
  for (let one = 0; one < width; one++)
    for (let other = 0; other < one; other++) result[other * width + one] = result[one * width + other] ?? 0
  return result
}

/** Makes columns orthonormal by Cholesky QR. Applying it twice is as accurate as Householder reflections. */
function makeOrthonormal(dense: Float64Array, width: number): void {
  for (let round = 0; round < 2; round++) {
    const factor = choleskyFactor(products(dense, width), width)
    for (let from = 0; from < dense.length; from += width) {
      for (let one = 0; one < width; one++) {
        let value = dense[from + one] ?? 0
        for (let other = 0; other < one; other++)
          value -= (factor[one * width + other] ?? 0) * (dense[from + other] ?? 0)
        dense[from + one] = value / (factor[one * width + one] ?? 1)
      }
    }
  }
}

function choleskyFactor(square: Float64Array, width: number): Float64Array {
  const factor = new Float64Array(width * width)
  for (let one = 0; one < width; one++) {
    for (let other = 0; other <= one; other++) {
      let value = square[one * width + other] ?? 0
      for (let each = 0; each < other; each++)
        value -= (factor[one * width + each] ?? 0) * (factor[other * width + each] ?? 0)
      factor[one * width + other] =
        one === other ? Math.sqrt(Math.max(value, 1e-18)) : value / (factor[other * width + other] ?? 1)
    }
  }
  return factor
}

/** The eigenvalues and eigenvectors (as columns) of a symmetric matrix by Jacobi rotations. */
function diagonalise(square: Float64Array, width: number): { values: number[]; vectors: Float64Array } {
  const left = square.slice()
  const vectors = new Float64Array(width * width)
  for (let at = 0; at < width; at++) vectors[at * width + at] = 1
  for (let sweep = 0; sweep < 12; sweep++) {
    for (let one = 0; one < width; one++)
      for (let other = one + 1; other < width; other++) rotate(left, vectors, { one, other, width })
  }
  return { values: Array.from({ length: width }, (_, at) => left[at * width + at] ?? 0), vectors }
}

type Pair = { one: number; other: number; width: number }

/** Rotates two axes so that their product becomes zero. */
function rotate(square: Float64Array, vectors: Float64Array, { one, other, width }: Pair): void {
  const both = square[one * width + other] ?? 0
  if (Math.abs(both) < 1e-12) return
  const gap = ((square[other * width + other] ?? 0) - (square[one * width + one] ?? 0)) / (2 * both)
  const tangent = (gap < 0 ? -1 : 1) / (Math.abs(gap) + Math.sqrt(gap * gap + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  const sine = tangent * cosine
  const turn = (values: Float64Array, first: number, second: number) => {
    const before = values[first] ?? 0
    const after = values[second] ?? 0
    values[first] = cosine * before - sine * after
    values[second] = sine * before + cosine * after
  }
  for (let at = 0; at < width; at++) turn(square, at * width + one, at * width + other)
  for (let at = 0; at < width; at++) turn(square, one * width + at, other * width + at)
  for (let at = 0; at < width; at++) turn(vectors, at * width + one, at * width + other)
}
