import { readLines } from './labelled-post.ts'

/**
 * A post with other posts for the same keyword, by whether a rater said that one product would serve both
 * authors. A pair is listed at the post whose id comes first.
 */
type NeedPairs = { id: string; same: string[]; different: string[] }

/**
 * Whether each of two independent raters said that one product would serve both authors. These pairs only
 * measure the needs, and no model learns from them.
 */
export type JudgedPair = { one: string; other: string; first: boolean; second: boolean }

function readRows<Row>(name: string): Row[] {
  return readLines(new URL(name, import.meta.url)).map((line) => JSON.parse(line))
}

export const readJudgedPairs = (): JudgedPair[] => readRows('judged-pairs.ndjson')

/**
 * A job as a rater named it, with the posts whose authors want it done. '' means that the authors want
 * nothing that a product does.
 */
type WantedJob = { job: string; ids: string[] }

/**
 * The name of the job that each post's author wants done, by the id of the post. Posts that the 20 judged
 * keywords find are left out.
 */
export const readWantedJobs = (): ReadonlyMap<string, string> =>
  new Map(
    readRows<WantedJob>('wanted-jobs.ndjson').flatMap(({ job, ids }) => ids.map((id) => [id, job] as const)),
  )

/** A key for two posts, in either order. */
export const pairKey = (one: string, other: string): string => [one, other].sort().join(' ')

/** Every pair that a rater judged, each listed once. */
export const listNeedPairs = () =>
  readRows<NeedPairs>('need-pairs.ndjson').flatMap(({ id: one, same, different }) => [
    ...same.map((other) => ({ one, other, isSame: true })),
    ...different.map((other) => ({ one, other, isSame: false })),
  ])
