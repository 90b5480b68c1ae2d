import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ScorablePost } from '#scoring/post-score.ts'

// Prints the speed of one checkout's scorer on posts from a file: node bench/time-scorer.ts FOLDER FILE

export type TimedScorer = {
  postsPerSecond: number
  timesTokenizer: number
  firstLongPostMs: number
  version: string
  /** A hash of all scores and their evidence. */
  scores: string
}

const [folder = '', file = ''] = process.argv.slice(2)
const load = (path: string) => import(pathToFileURL(join(folder, path)).href)
const posts: ScorablePost[] = JSON.parse(readFileSync(file, 'utf8'))
const { shippedScorer }: typeof import('#scoring/shipped-scorer.ts') = await load('scoring/shipped-scorer.ts')
const { measureFirstLongPost, measureSpeed }: typeof import('#learning/evaluate/measure-speed.ts') =
  await load('learning/evaluate/measure-speed.ts')

const scorer = shippedScorer()
// Measured before everything else, because the process must not be warmed up.
const firstLongPostMs = measureFirstLongPost(scorer, posts)
const speed = measureSpeed(scorer, posts)
const hash = createHash('sha256')
for (const post of posts) hash.update(JSON.stringify(scorer.scorePost(post)))
const timed: TimedScorer = {
  ...speed,
  firstLongPostMs,
  version: scorer.version,
  scores: hash.digest('hex').slice(0, 12),
}
process.stdout.write(JSON.stringify(timed))
