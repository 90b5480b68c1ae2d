import { readLines } from './labelled-post.ts'

/**
 * A post and other posts for the same keyword, by whether a rater says that one product would serve both
 * authors. A pair is listed with the post whose id comes first.
 */
type NeedPairs = { id: string; same: string[]; different: string[] }

/**
 * Whether two independent raters say so about a pair. These pairs measure the needs and are never learned
 * from.
 */
export type JudgedPair = { one: string; other: string; first: boolean; second: boolean }

function readRows<Row>(name: string): Row[] {
  return readLines(new URL(name, import.meta.url)).map((line) => JSON.parse(line))
}

export const readJudgedPairs = (): JudgedPair[] => readRows('judged-pairs.ndjson')

/**
 * A job as named by a rater, and the posts whose authors want it done. '' stands for authors who want nothing
 * that a product does.
 */
type WantedJob = { job: string; ids: string[] }

/**
 * The name of the job that each post's author wants done, by id, without posts that the 20 judged keywords
 * find.
 */
export const readWantedJobs = (): ReadonlyMap<string, string> =>
  new Map(
    readRows<WantedJob>('wanted-jobs.ndjson').flatMap(({ job, ids }) => ids.map((id) => [id, job] as const)),
  )

/** The same key whichever of the two posts comes first. */
export const pairKey = (one: string, other: string): string => [one, other].sort().join(' ')

/** Every pair that a rater judged, once. */
export const listNeedPairs = () =>
  readRows<NeedPairs>('need-pairs.ndjson').flatMap(({ id: one, same, different }) => [
    ...same.map((other) => ({ one, other, isSame: true })),
    ...different.map((other) => ({ one, other, isSame: false })),
  ])
