import { makeRowTable } from './scoring-row-table.ts'

/** Posts for tests: two words, each there (1) or against (-1). */
export const corners = [
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
] as const

/** Twenty of each corner, by turns. */
export const posts = Array.from({ length: 80 }, (_, at) => corners[at % 4] ?? corners[0])

/** The same as a table, the second word in its block. */
export const rows = makeRowTable(
  posts.map((values) => ({ features: Int32Array.of(0, 1), values: Float64Array.from(values) })),
  { first: 1, width: 1 },
)
