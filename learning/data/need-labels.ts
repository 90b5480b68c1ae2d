import { readLines } from './labelled-post.ts'

/**
 * Posts of one keyword's answer, grouped by a reader: those of a job want the same thing done for similar people, such
 * that one product would serve all. Of `unsure` jobs, by their places, pairs between the two are not learned from.
 */
export type NeedLabels = {
  keyword: string
  jobs: string[][]
  alone: string[]
  unsure: [one: number, other: number][]
}

export const readNeedLabels = (): NeedLabels[] =>
  readLines(new URL('need-labels.ndjson', import.meta.url)).map((line) => JSON.parse(line))

/** Whether two readers say that one product would serve the people of both posts; never learned from. */
export type JudgedPair = { one: string; other: string; first: boolean; second: boolean }

export const readJudgedPairs = (): JudgedPair[] =>
  readLines(new URL('judged-pairs.ndjson', import.meta.url)).map((line) => JSON.parse(line))

export function listLabelledPairs({ jobs, alone, unsure }: NeedLabels) {
  const posts = [
    ...jobs.flatMap((ids, job) => ids.map((id) => ({ id, job }))),
    ...alone.map((id) => ({ id, job: -1 })),
  ]
  const isUnsure = (a: number, b: number) =>
    unsure.some(([one, other]) => (one === a && other === b) || (one === b && other === a))
  return posts.flatMap((one, at) =>
    posts.slice(0, at).flatMap((other) => {
      if (isUnsure(one.job, other.job)) return []
      return [{ one: one.id, other: other.id, isSame: one.job >= 0 && one.job === other.job }]
    }),
  )
}
