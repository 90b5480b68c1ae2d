import type { SparseRow } from './scoring-rows.ts'

/** The `width` features from number `first` on, which every row fills. */
export type DenseBlock = { first: number; width: number }

/** Rows as a regression reads them fastest: sparse, but for a block of features that every row fills. */
export type RowTable = {
  count: number
  /** Row r has the sparse entries from `from[r]` to `from[r + 1]`. */
  from: Int32Array
  feature: Int32Array
  value: Float32Array
  /** The block's values, row after row. */
  block: DenseBlock & { value: Float32Array }
}

export function makeRowTable(rows: readonly SparseRow[], { first, width }: DenseBlock): RowTable {
  const isDense = (feature: number) => feature >= first && feature < first + width
  const from = new Int32Array(rows.length + 1)
  rows.forEach(({ features }, row) => {
    let sparse = 0
    for (const feature of features) if (!isDense(feature)) sparse++
    from[row + 1] = (from[row] ?? 0) + sparse
  })
  const feature = new Int32Array(from[rows.length] ?? 0)
  const value = new Float32Array(feature.length)
  const dense = new Float32Array(rows.length * width)
  rows.forEach(({ features, values }, row) => {
    let entry = from[row] ?? 0
    features.forEach((one, at) => {
      const own = values[at] ?? 0
      if (isDense(one)) {
        dense[row * width + one - first] = own
        return
      }
      feature[entry] = one
      value[entry] = own
      entry++
    })
  })
  return { count: rows.length, from, feature, value, block: { first, width, value: dense } }
}

/** The product of a row with the weights of its features. */
export function rowProduct(
  { from, feature, value, block }: RowTable,
  row: number,
  weights: Float64Array,
): number {
  const end = from[row + 1] ?? 0
  let sum = 0
  for (let entry = from[row] ?? 0; entry < end; entry++)
    sum += (value[entry] ?? 0) * (weights[feature[entry] ?? 0] ?? 0)
  // Four sums side by side, which do not wait for one another.
  let [first, second, third, fourth] = [0, 0, 0, 0]
  let at = row * block.width
  let weight = block.first
  const last = weight + block.width
  for (; weight + 3 < last; weight += 4, at += 4) {
    first += (block.value[at] ?? 0) * (weights[weight] ?? 0)
    second += (block.value[at + 1] ?? 0) * (weights[weight + 1] ?? 0)
    third += (block.value[at + 2] ?? 0) * (weights[weight + 2] ?? 0)
    fourth += (block.value[at + 3] ?? 0) * (weights[weight + 3] ?? 0)
  }
  for (; weight < last; weight++, at++) first += (block.value[at] ?? 0) * (weights[weight] ?? 0)
  return sum + (first + second + third + fourth)
}

/** Adds to the weights `scale` times a row: the other way round. */
export function addRow(table: RowTable, row: number, scale: number, weights: Float64Array): void {
  const { from, feature, value, block } = table
  const end = from[row + 1] ?? 0
  for (let entry = from[row] ?? 0; entry < end; entry++) {
    const at = feature[entry] ?? 0
    weights[at] = (weights[at] ?? 0) + scale * (value[entry] ?? 0)
  }
  const own = row * block.width
  for (let each = 0; each < block.width; each++) {
    const at = block.first + each
    weights[at] = (weights[at] ?? 0) + scale * (block.value[own + each] ?? 0)
  }
}

/** As many as are written out below: as a loop they take twice as long, and they are most of what learning does. */
export const factorsPerFit = 8

/** The products of a row with factors, into `sums`; those of feature f stand from `factorsPerFit` * f on. */
export function rowFactors(table: RowTable, row: number, factors: Float64Array, sums: Float64Array): void {
  const { from, feature, value, block } = table
  const begin = from[row] ?? 0
  const sparse = (from[row + 1] ?? 0) - begin
  const own = row * block.width - sparse
  const first = block.first - sparse
  let [sum0, sum1, sum2, sum3, sum4, sum5, sum6, sum7] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let each = 0; each < sparse + block.width; each++) {
    const isSparse = each < sparse
    const one = (isSparse ? value[begin + each] : block.value[own + each]) ?? 0
    const at = factorsPerFit * (isSparse ? (feature[begin + each] ?? 0) : first + each)
    sum0 += one * (factors[at] ?? 0)
    sum1 += one * (factors[at + 1] ?? 0)
    sum2 += one * (factors[at + 2] ?? 0)
    sum3 += one * (factors[at + 3] ?? 0)
    sum4 += one * (factors[at + 4] ?? 0)
    sum5 += one * (factors[at + 5] ?? 0)
    sum6 += one * (factors[at + 6] ?? 0)
    sum7 += one * (factors[at + 7] ?? 0)
  }
  sums.set([sum0, sum1, sum2, sum3, sum4, sum5, sum6, sum7])
}

/** Adds to the factors a row times `scales`, one for each factor: the other way round. */
export function addRowFactors(
  table: RowTable,
  row: number,
  scales: Float64Array,
  factors: Float64Array,
): void {
  const { from, feature, value, block } = table
  const begin = from[row] ?? 0
  const sparse = (from[row + 1] ?? 0) - begin
  const own = row * block.width - sparse
  const first = block.first - sparse
  const [scale0 = 0, scale1 = 0, scale2 = 0, scale3 = 0, scale4 = 0, scale5 = 0, scale6 = 0, scale7 = 0] =
    scales
  for (let each = 0; each < sparse + block.width; each++) {
    const isSparse = each < sparse
    const one = (isSparse ? value[begin + each] : block.value[own + each]) ?? 0
    const at = factorsPerFit * (isSparse ? (feature[begin + each] ?? 0) : first + each)
    factors[at] = (factors[at] ?? 0) + one * scale0
    factors[at + 1] = (factors[at + 1] ?? 0) + one * scale1
    factors[at + 2] = (factors[at + 2] ?? 0) + one * scale2
    factors[at + 3] = (factors[at + 3] ?? 0) + one * scale3
    factors[at + 4] = (factors[at + 4] ?? 0) + one * scale4
    factors[at + 5] = (factors[at + 5] ?? 0) + one * scale5
    factors[at + 6] = (factors[at + 6] ?? 0) + one * scale6
    factors[at + 7] = (factors[at + 7] ?? 0) + one * scale7
  }
}
