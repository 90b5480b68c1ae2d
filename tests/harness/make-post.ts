import type { Post } from '#server/source-ports.ts'

let made = 0

/** A post with plain defaults and a unique id. */
export function makePost(own: Partial<Post> = {}): Post {
  made += 1
  return {
    source: 'reddit',
    sourceId: `made${made}`,
    community: 'smallbusiness',
    title: `Post number ${made}`,
    selftext: '',
    url: `https://www.reddit.com/r/smallbusiness/comments/made${made}/`,
    upvotes: 10,
    comments: 2,
    createdAt: new Date('2026-01-01T00:00:00Z'),
    sample: false,
    ...own,
  }
}

/** The stored form of a score without evidence. */
export const unscored = {
  signals: [],
  persona: 'Not stated',
  excerpt: '',
  excerptStart: 0,
  textCharacters: 0,
  reason: null,
  summary: {
    title: '',
    subreddit: '',
    persona: 'Not stated',
    opportunityScore: 0,
    signals: [],
    excerpt: '',
    excerptStart: 0,
    textCharacters: 0,
    evidence: [],
    base: 0,
  },
}

/** An archived post with a given score. */
export const makeScoredPost = ({ score, ...own }: Partial<Post> & { score: number }) => ({
  ...makePost(own),
  opportunityScore: score,
  scorerVersion: 'x',
  ...unscored,
})
