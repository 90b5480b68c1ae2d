import { readLines } from './labelled-post.ts'

/**
 * A post and others of one keyword's answer, by whether a reader says that one product would serve both authors; a pair
 * stands with the one whose id comes first.
 */
type NeedPairs = { id: string; same: string[]; different: string[] }

/** Whether two readers say so of the posts of a pair, each alone; what needs are measured by and never learned from. */
export type JudgedPair = { one: string; other: string; first: boolean; second: boolean }

function readRows<Row>(name: string): Row[] {
  return readLines(new URL(name, import.meta.url)).map((line) => JSON.parse(line))
}

export const readJudgedPairs = (): JudgedPair[] => readRows('judged-pairs.ndjson')

/** A job, named by a reader, and the posts whose authors want it done; '' is of those who want nothing that a product does. */
type WantedJob = { job: string; ids: string[] }

/** The name of what the author of each post wants done, by id; none of the posts that the 20 judged keywords find. */
export const readWantedJobs = (): ReadonlyMap<string, string> =>
  new Map(
    readRows<WantedJob>('wanted-jobs.ndjson').flatMap(({ job, ids }) => ids.map((id) => [id, job] as const)),
  )

/** The same whichever of the two comes first. */
export const pairKey = (one: string, other: string): string => [one, other].sort().join(' ')

/** Every pair that a reader saw, once. */
export const listNeedPairs = () =>
  readRows<NeedPairs>('need-pairs.ndjson').flatMap(({ id: one, same, different }) => [
    ...same.map((other) => ({ one, other, isSame: true })),
    ...different.map((other) => ({ one, other, isSame: false })),
  ])
