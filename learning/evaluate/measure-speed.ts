import type { ScorablePost } from '#scoring/post-score.ts'
import type { Scorer } from '#scoring/score-post.ts'
import { shippedModel } from '#scoring/shipped-scorer.ts'
import { makeTokenizer } from '#scoring/text/tokenize.ts'
import { emptyTokens, readingWords } from '#scoring/text/tokens.ts'
import { buildVocabulary } from '#scoring/text/vocabulary.ts'

/** The CPU seconds of this process. Other programs on the machine hardly change this number. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function secondsFor(posts: readonly ScorablePost[], work: (post: ScorablePost) => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 4; round++) {
    const from = cpuSeconds()
    for (const post of posts) work(post)
    least = Math.min(least, cpuSeconds() - from)
  }
  return least
}

/** Posts per second on one core for real posts, and the cost relative to tokenizing alone. */
export function measureSpeed({ scorePost }: Scorer, posts: readonly ScorablePost[]) {
  const words = shippedModel.phrases.flatMap((phrase) => phrase.split(' '))
  const tokenize = makeTokenizer(buildVocabulary([...readingWords, ...words]))
  const tokens = emptyTokens()
  const scoring = secondsFor(posts, (post) => void scorePost(post))
  const splitting = secondsFor(posts, (post) => {
    tokenize(post.title, tokens)
    tokenize(post.selftext, tokens)
  })
  return {
    postsPerSecond: Math.round(posts.length / scoring),
    timesTokenizer: Math.round((10 * scoring) / splitting) / 10,
  }
}

/** The CPU milliseconds for the first post, which has 100 kB of real text. */
export function measureFirstLongPost({ scorePost }: Scorer, posts: readonly ScorablePost[]): number {
  const length = 100_000
  let selftext = ''
  for (const post of posts) {
    if (selftext.length >= length) break
    selftext += `${post.selftext}\n\n`
  }
  const before = process.threadCpuUsage()
  scorePost({ title: 'Help', selftext: selftext.slice(0, length), community: '' })
  const { user, system } = process.threadCpuUsage(before)
  return Math.round((user + system) / 100) / 10
}
