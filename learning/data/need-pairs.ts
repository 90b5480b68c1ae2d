import { readLines } from './labelled-post.ts'

/**
 * Pairs of posts of one keyword's answer, two ids parted by a blank, by whether a reader says that one product would
 * serve both authors.
 */
type NeedPairs = { keyword: string; same: string[]; different: string[] }

const readNeedPairs = (): NeedPairs[] =>
  readLines(new URL('need-pairs.ndjson', import.meta.url)).map((line) => JSON.parse(line))

/** How much a pair counts that nobody read, taken for different: most pairs of an answer are. */
const unreadWeight = 0.3

/** Every pair of the posts that were read with some other post of their keyword. */
export function listNeedPairs() {
  return readNeedPairs().flatMap(({ same, different }) => {
    const read = new Map([
      ...same.map((key) => [key, true] as const),
      ...different.map((key) => [key, false] as const),
    ])
    const ids = [...new Set([...read.keys()].flatMap((key) => key.split(' ')))].sort()
    return ids.flatMap((one, at) =>
      ids.slice(at + 1).map((other) => {
        const isSame = read.get(`${one} ${other}`)
        return { one, other, isSame: isSame === true, weight: isSame === undefined ? unreadWeight : 1 }
      }),
    )
  })
}
