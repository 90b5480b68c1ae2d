import { joiningWords } from '#contract/keyword-terms.ts'
import type { JobWordsFile } from '#scoring/needs/job-words.ts'

/** A post as stems with their weights, and the name of the job that its author wants done, '' for none. */
export type JobPost = { id: string; stems: ReadonlyMap<string, number>; job: string }

/** A word of fewer jobs, and a stem of fewer posts, is not learned. */
const least = { jobs: 4, posts: 3 }
/** How many stems speak for a word at most. */
const stemsOfWord = 20
/** How strongly weights are held towards nothing. */
const restraint = 1.5
const mostRounds = 60
const leastError = 1e-4

type Row = { columns: Int32Array; weights: Float64Array }

/**
 * Ridge regression of each word of the jobs on the stems of the posts, but for those that are left out, which do not
 * change what words there are. The same posts give the same words.
 */
export function fitJobWords(
  posts: readonly JobPost[],
  isLeftOut: (post: JobPost) => boolean = () => false,
): JobWordsFile {
  const wordsOf = posts.map(({ job }) =>
    [...new Set(job.split(' '))].filter((word) => word !== '' && !joiningWords.has(word)),
  )
  const words = countEach(wordsOf, least.jobs)
  const stems = countEach(
    posts.map((post) => [...post.stems.keys()]),
    least.posts,
  ).map(({ name }) => name)
  const columnOf = new Map(stems.map((stem, at) => [stem, at]))
  const learned = posts.flatMap((post, at) =>
    isLeftOut(post) ? [] : [{ row: readRow(post, columnOf), words: wordsOf[at] ?? [] }],
  )
  const rows = learned.map(({ row }) => row)
  return words.map(({ name, count }) => {
    const share = count / posts.length
    const wanted = Float64Array.from(learned, (one) => Number(one.words.includes(name)) - share)
    const weights = solveRidge(rows, wanted, stems.length)
    const best = [...weights.entries()]
      .map(([at, weight]) => ({ stem: stems[at] ?? '', weight: Math.round(100 * weight) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
      .slice(0, stemsOfWord)
    return {
      word: name,
      rarity: Math.round(10 * Math.log(1 / share)),
      stems: best.map(({ stem }) => stem).join(' '),
      weights: best.map(({ weight }) => weight).join(' '),
    }
  })
}

/** What stands in enough lists, most common first. */
function countEach(lists: readonly (readonly string[])[], fewest: number) {
  const counts = new Map<string, number>()
  for (const name of lists.flat()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .filter(({ count }) => count >= fewest)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

function readRow({ stems }: JobPost, columnOf: ReadonlyMap<string, number>): Row {
  const known = [...stems].flatMap(([stem, weight]) => {
    const column = columnOf.get(stem)
    return column === undefined ? [] : [{ column, weight }]
  })
  return {
    columns: Int32Array.from(known, ({ column }) => column),
    weights: Float64Array.from(known, ({ weight }) => weight),
  }
}

/** What each row says of `weights`. */
function multiply(rows: readonly Row[], weights: Float64Array): Float64Array {
  return Float64Array.from(rows, (row) => {
    let sum = 0
    for (let at = 0; at < row.columns.length; at++)
      sum += (row.weights[at] ?? 0) * (weights[row.columns[at] ?? 0] ?? 0)
    return sum
  })
}

/** The sum of all rows, each as often as `times` says. */
function addRows(rows: readonly Row[], times: Float64Array, columns: number): Float64Array {
  const sums = new Float64Array(columns)
  rows.forEach((row, one) => {
    for (let at = 0; at < row.columns.length; at++) {
      const column = row.columns[at] ?? 0
      sums[column] = (sums[column] ?? 0) + (row.weights[at] ?? 0) * (times[one] ?? 0)
    }
  })
  return sums
}

const dot = (one: Float64Array, other: Float64Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

/** By conjugate gradients. */
function solveRidge(rows: readonly Row[], wanted: Float64Array, columns: number): Float64Array {
  const weights = new Float64Array(columns)
  const rest = addRows(rows, wanted, columns)
  const direction = rest.slice()
  let error = dot(rest, rest)
  const enough = error * leastError ** 2
  for (let round = 0; round < mostRounds && error > enough; round++) {
    const bent = addRows(rows, multiply(rows, direction), columns)
    direction.forEach((value, at) => {
      bent[at] = (bent[at] ?? 0) + restraint * value
    })
    const step = error / dot(direction, bent)
    for (let at = 0; at < columns; at++) {
      weights[at] = (weights[at] ?? 0) + step * (direction[at] ?? 0)
      rest[at] = (rest[at] ?? 0) - step * (bent[at] ?? 0)
    }
    const next = dot(rest, rest)
    for (let at = 0; at < columns; at++)
      direction[at] = (rest[at] ?? 0) + (next / error) * (direction[at] ?? 0)
    error = next
  }
  return weights
}
