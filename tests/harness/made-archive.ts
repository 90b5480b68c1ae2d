import { readFileSync } from 'node:fs'
import type { PostScore } from '#scoring/score-post.ts'
import type { Post } from '#server/source-ports.ts'
import { makeScoredPost } from './make-post.ts'

const file = new URL('../../server/features/archive/import/starter-posts.ndjson', import.meta.url)
const signalSets: PostScore['signals'][] = [[], ['question'], ['promo'], ['business', 'money'], ['advice']]

type Starter = { title: string; selftext: string; community: string }

/** Posts with the texts of the starter collection. No two posts have the same score and date. */
export function madeArchive(count: number, own: Partial<Post> = {}) {
  const texts = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Starter)
  return Array.from({ length: count }, (_, at) => {
    const { title, selftext, community } = texts[at % texts.length] as Starter
    const other = texts[(at * 7 + 3) % texts.length] as Starter
    const half = at < texts.length ? selftext : `${other.selftext.slice(0, (at * 37) % 400)} ${selftext}`
    return {
      ...makeScoredPost({
        score: (at * 31) % 101,
        sourceId: `archived${at}`,
        title,
        community,
        selftext: half,
        createdAt: new Date(Date.UTC(2025, 0, 1) + at * 3_600_000),
        ...own,
      }),
      signals: signalSets[at % signalSets.length] ?? [],
    }
  })
}
