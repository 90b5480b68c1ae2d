import { readLines } from './labelled-post.ts'

/**
 * Pairs of posts of one keyword's answer, two ids separated by a space, by whether a reader says that one product would
 * serve both authors.
 */
type NeedPairs = { keyword: string; same: string[]; different: string[] }

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

/** How much a pair counts that nobody read. It is learned as different: most pairs of an answer are. */
const unreadWeight = 0.3

/** Every pair of the posts of a keyword that readers saw in some pair, once, but for what needs are measured by. */
export function listNeedPairs() {
  const rows = readRows<NeedPairs>('need-pairs.ndjson')
  const verdicts = new Map(
    rows.flatMap(({ same, different }) => [
      ...same.map((key) => [key, true] as const),
      ...different.map((key) => [key, false] as const),
    ]),
  )
  const listed = new Set(readJudgedPairs().map(({ one, other }) => pairKey(one, other)))
  return rows.flatMap(({ same, different }) => {
    const ids = [...new Set([...same, ...different].flatMap((key) => key.split(' ')))].sort()
    return ids.flatMap((one, at) =>
      ids.slice(at + 1).flatMap((other) => {
        const key = pairKey(one, other)
        if (listed.has(key)) return []
        listed.add(key)
        const verdict = verdicts.get(key)
        return [{ one, other, isSame: verdict === true, weight: verdict === undefined ? unreadWeight : 1 }]
      }),
    )
  })
}
