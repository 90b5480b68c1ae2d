import { hitFinder } from '#scoring/model.ts'
import { scorePost } from '#scoring/score-post.ts'
import { makeTokenizer } from '#scoring/text/tokenize.ts'
import { emptyTokens } from '#scoring/text/tokens.ts'
import type { ArchivePost } from './scoring-archive.ts'

/** CPU seconds of this process: other work on the machine counts little. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function secondsFor(posts: readonly ArchivePost[], work: (post: ArchivePost) => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 4; round++) {
    const from = cpuSeconds()
    for (const post of posts) work(post)
    least = Math.min(least, cpuSeconds() - from)
  }
  return least
}

/** Posts a second on one core over real posts, and the cost against only splitting the texts into tokens. */
export function measureSpeed(posts: readonly ArchivePost[]) {
  const tokenize = makeTokenizer(hitFinder.vocabulary)
  const tokens = emptyTokens()
  const scoring = secondsFor(posts, (post) => void scorePost(post))
  const splitting = secondsFor(posts, (post) => {
    tokenize(post.title, tokens)
    tokenize(post.selftext, tokens)
  })
  return { postsPerSecond: posts.length / scoring, timesTokenizer: scoring / splitting }
}

/** Milliseconds of CPU that the first post of this process takes, of 100 kB of real text. */
export function measureFirstLongPost(posts: readonly ArchivePost[]): number {
  const length = 100_000
  let selftext = ''
  for (const post of posts) {
    if (selftext.length >= length) break
    selftext += `${post.selftext}\n\n`
  }
  const before = process.threadCpuUsage()
  scorePost({ title: 'Help', selftext: selftext.slice(0, length), community: '' })
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
