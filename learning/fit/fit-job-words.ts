import { joiningWords } from '#contract/keyword-terms.ts'
import type { JobWordsFile } from '#scoring/needs/job-words.ts'
import { addRows, type Row, solve } from './conjugate-gradients.ts'

/**
 * A post as stems with weights, and the name of the job that the post's author wants done. The name is '' if
 * there is no such job.
 */
export type JobPost = { id: string; stems: ReadonlyMap<string, number>; job: string }

/** The minimum number of jobs that have a word in their names, and of posts that contain a stem. */
const least = { jobs: 4, posts: 3 }
/** The maximum number of stems per word. */
const stemsOfWord = 20
/** The strength of regularisation. */
const restraint = 1.5
const end = { leastError: 1e-4, mostRounds: 60 }

/**
 * Predicts each word of the names of jobs from the stems of posts, by ridge regression. Posts that are left
 * out of the regression still count for the vocabulary. Deterministic.
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
  const ridge = {
    rows,
    times: new Float64Array(rows.length).fill(1),
    restraints: new Float64Array(stems.length).fill(restraint),
  }
  return words.map(({ name, count }) => {
    const share = count / posts.length
    const wanted = Float64Array.from(learned, (one) => Number(one.words.includes(name)) - share)
    const weights = solve(ridge, addRows(rows, wanted, stems.length), end)
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

/** Items that are in enough lists, the most common first. */
export function countEach(lists: readonly (readonly string[])[], fewest: number) {
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
