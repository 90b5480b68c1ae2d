import type { KeywordMatch, SourceCoverage } from '#contract/search.ts'
import type { PostScore } from '#scoring/score-post.ts'

/** The time now; tests stop it. */
export type Clock = () => Date

/** A public post as we keep it. Text is as stored: evidence offsets point into it. */
export type Post = {
  /** Where it was published: `reddit`, `hacker-news`, ... */
  source: string
  /** The id its source gave it, without a type prefix. Source and id together are unique. */
  sourceId: string
  community: string
  title: string
  selftext: string
  /** An http(s) address of the discussion, or null. */
  url: string | null
  /** Null when the source does not tell. */
  upvotes: number | null
  comments: number | null
  createdAt: Date
  /** Written for the starter collection, not by a person in a discussion. */
  sample: boolean
}

/** A post in the archive, with the score it was given when it was kept. */
export type ArchivedPost = Post & PostScore & { archiveId: number; scorerVersion: string }

/** One thing a keyword asks for: words that follow each other exactly, or a single word. */
export type KeywordTerm = { words: string; phrase: boolean; excluded: boolean }

export type SourceQuery = {
  /** The keyword as typed, trimmed, white space folded. */
  keyword: string
  terms: readonly KeywordTerm[]
}

export type SourceLimits = {
  /** At most this many posts come back. */
  posts: number
  /** Aborts when the source's time is over. */
  signal: AbortSignal
}

/** A post that a source found; `match` is absent when the source does not tell where the words stood. */
export type FoundPost = { post: Post | ArchivedPost; match?: KeywordMatch }

export type SourceAnswer = { posts: FoundPost[]; coverage: Omit<SourceCoverage, 'source' | 'failed'> }

/** Why a source could not answer, in words that a person may read in `coverage`. */
export class SourceError extends Error {}

/** A place to search for posts. What `search` throws beside a `SourceError` is only logged. */
export type DiscussionSource = {
  name: string
  /** How long a search may wait for this source, in milliseconds. */
  timeLimitMs: number
  search(query: SourceQuery, limits: SourceLimits): Promise<SourceAnswer>
}
