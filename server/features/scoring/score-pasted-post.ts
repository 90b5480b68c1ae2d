import { cutNames, titleWasCut } from '#contract/post-limits.ts'
import type { PastedPost, ScoreReply } from '#contract/scoring.ts'
import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import type { Clock } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'

const windowMs = 60_000

/** The maximum number of posts per IP address and minute. */
const scoresPerMinute = 30

/** Increments each counter, and returns the new counts. */
type AttemptCounter = {
  countAttempt(
    buckets: readonly { identifier: string; endpoint: string; bucketStart: Date }[],
  ): Promise<{ count: number }[]>
}

export type ScorePastedPost = {
  attempts: AttemptCounter
  /** The texts of each owner are scored one after another. */
  scorePost: (owner: string, post: ScorablePost) => Promise<PostScore>
  /** The language of a text. Null for English. */
  findLanguage: (text: string) => string | null
  scorerVersion: string
  clock: Clock
}

/** Scores a post. Stores only the count of the IP address, never the text. */
export async function scorePastedPost(
  deps: ScorePastedPost,
  { address }: { address: string },
  pasted: PastedPost,
): Promise<ScoreReply> {
  const now = deps.clock().getTime()
  const minute = Math.floor(now / windowMs) * windowMs
  const bucket = { identifier: `address:${address}`, endpoint: 'score', bucketStart: new Date(minute) }
  const [counted] = await deps.attempts.countAttempt([bucket])
  if (counted !== undefined && counted.count > scoresPerMinute) {
    const seconds = Math.max(1, Math.ceil((minute + windowMs - now) / 1000))
    throw new AppError('too_many_attempts', `At most ${scoresPerMinute} posts a minute are scored`, {
      userMessage: `That was more than ${scoresPerMinute} posts in a minute. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      retryAfterSeconds: seconds,
    })
  }
  const { post, cut } = cutNames({ ...pasted, community: '' })
  if (deps.findLanguage(`${post.title}\n${post.selftext}`) !== null) {
    throw new AppError('not_english', 'The post is in another language than English', {
      userMessage:
        'This text does not seem to be English. The scorer only reads English, so a score would mean nothing.',
    })
  }
  const score = await deps.scorePost(address, post)
  return {
    ...score,
    scorerVersion: deps.scorerVersion,
    ...(cut.length === 0 ? {} : { notes: [titleWasCut] }),
  }
}
