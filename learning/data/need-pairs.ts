import { readLines } from './labelled-post.ts'

/**
 * A post, and other posts for the same keyword: `same` if a rater said that one product would serve both
 * authors, else `different`. A pair is listed at the post whose id comes first.
 */
type NeedPairs = { id: string; same: string[]; different: string[] }

/**
 * Whether each of two independent raters said that one product would serve both authors. `second` is missing
 * if only one rater read the pair. These pairs only measure the needs, and no model learns from them.
 */
export type JudgedPair = { one: string; other: string; first: boolean; second?: boolean }

function readRows<Row>(name: string): Row[] {
  return readLines(new URL(name, import.meta.url)).map((line) => JSON.parse(line))
}

export const readJudgedPairs = (): JudgedPair[] => readRows('judged-pairs.ndjson')

/**
 * A job in the words of a rater, and the posts whose authors want this job done. If the job is '', the
 * authors want nothing that a product does.
 */
type WantedJob = { job: string; ids: string[] }

/**
 * The name of the job that each post's author wants done, by the id of the post. Posts that were found by the
 * 20 judged keywords are left out.
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
