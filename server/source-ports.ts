import type { SourceKind } from '#contract/admin-sources.ts'
import type { KeywordTerm } from '#contract/keyword-terms.ts'
import type { QueryFilters } from '#contract/query-filters.ts'
import type { QueryNode } from '#contract/query-language.ts'
import type { Evidence, KeywordMatch, SourceCoverage } from '#contract/search.ts'

/** The attribution that the licence of a post requires. */
export type PostAttribution = {
  author: string
  authorUrl: string | null
  license: string
  licenseUrl: string | null
}

/** A public post as stored. Evidence offsets refer to its text. */
export type Post = {
  /** The site: `reddit`, `hacker-news`, ... */
  source: string
  /** The id at its source, without a type prefix. Source and id together are unique. */
  sourceId: string
  community: string
  title: string
  selftext: string
  /** An http(s) URL of the discussion, or null. */
  url: string | null
  /** Null if the source does not provide it. */
  upvotes: number | null
  comments: number | null
  createdAt: Date
  /** A sample post, written for the starter collection and not by a person in a discussion. */
  sample: boolean
  /**
   * The author and licence of the post, set only if the licence requires it. Author names are not stored
   * otherwise.
   */
  attribution?: PostAttribution
}

/**
 * The fields of a post or an own row that feeds, digests and webhooks show. Posts always have a date; own
 * rows may have none.
 */
export type NewsPost = Pick<
  ArchivedPost,
  | 'source'
  | 'sourceId'
  | 'community'
  | 'title'
  | 'url'
  | 'opportunityScore'
  | 'excerpt'
  | 'excerptStart'
  | 'reason'
  | 'attribution'
> & { createdAt: Date | null }

/**
 * Finds own rows with their texts, by id: only rows that these watches found, and whose owner allows
 * delivery.
 */
export type ListDeliveredRows = (
  watchIds: readonly string[],
  rowIds: readonly number[],
) => Promise<Map<number, NewsPost & { text: string }>>

/** A post in the archive with its stored score. Full text and evidence are read separately. */
export type ArchivedPost = Omit<Post, 'selftext'> & {
  archiveId: number
  opportunityScore: number
  scorerVersion: string
  signals: string[]
  persona: string
  /** The part of the text with the strongest evidence, its offset, and the length of the text. */
  excerpt: string
  excerptStart: number
  textCharacters: number
  /** The sentence with the most points; null if none has points. */
  reason: Evidence | null
}

/** Archived posts by their ids, in no particular order and without deleted ones (archive-search-store.ts). */
export interface PostReader {
  listPosts(archiveIds: readonly number[]): Promise<ArchivedPost[]>
  listTexts(archiveIds: readonly number[]): Promise<Map<number, string>>
  listDetails(archiveIds: readonly number[]): Promise<Map<number, PostDetails>>
}

/**
 * A value that changes whenever the archive changes, so that cached results are never older than the posts.
 */
export type ArchiveVersion = () => Promise<string>

/** A post's full text and the evidence of its score: the base, and every sentence with points. */
export type PostDetails = { selftext: string; base?: number | undefined; evidence: Evidence[] }

export type SourceQuery = {
  /** The keyword as typed, trimmed, with single spaces. `communities`, in lower case, limit the search. */
  keyword: string
  terms: readonly KeywordTerm[]
  communities?: readonly string[]
  emptyLimit?: true
  /** The tree of a keyword with OR or parentheses. A leaf is the index of a term. */
  query?: QueryNode
  filters?: QueryFilters
}

export type SourceLimits = {
  /** The maximum number of posts. */
  posts: number
  /** Aborts at the source's timeout. */
  signal: AbortSignal
}

/** The rank of a post for a keyword. If two ranks are equal, the post with more occurrences is first. */
export type PostRank = {
  match: KeywordMatch
  /** Above 0, and comparable only within one keyword. Posts with `offTopic` come after the others. */
  rank: number
  offTopic: boolean
  /** How often the post contains the keyword's rarest word. */
  occurrences: number
}

export type RankedFind = PostRank & { post: ArchivedPost }

/** A post that a source found. The archive stores and ranks the posts of live sources. */
export type FoundPost = { post: Post } | RankedFind

export type SourceAnswer = { posts: FoundPost[]; coverage: Omit<SourceCoverage, 'source' | 'failed'> }

/** Why a source failed, as a message for users in `coverage`. */
export class SourceError extends Error {}

/** A searchable source. If `search` throws an error other than `SourceError`, it is only logged. */
export type DiscussionSource = {
  name: string
  /** The timeout for this source, in milliseconds. */
  timeLimitMs: number
  notice?: string
  /**
   * Starts cheap lookups while the allowance is checked. Returns a copy of this source that is prepared for
   * one search of that query.
   */
  prepare?(query: SourceQuery): DiscussionSource
  search(query: SourceQuery, limits: SourceLimits): Promise<SourceAnswer>
}

/** The newest posts of one community, or for one keyword, as a target of the daily scan. */
export type ScanTarget = { kind: 'community' | 'keyword'; value: string }

/** A page of a feed; `next` is its cursor, null at its end. */
export type FeedPage = {
  posts: Post[]
  next: string | null
  /**
   * The dates of posts that the source returned in addition to the requested ones. They show how far back the
   * source was read.
   */
  others?: readonly Date[]
  /** Notes about skipped or changed posts, as sentences. */
  notes?: readonly string[]
  /** The feed is unchanged, so the notes of the last read still apply. */
  unchanged?: boolean
  onStored?: () => Promise<void>
}

/**
 * New posts of one source, newest first. Both functions throw a `SourceError`, and have their own timeout.
 */
export type PostFeed = {
  source: string
  /** Whether this source supports this kind of target. */
  reads(kind: ScanTarget['kind']): boolean
  /** Targets that are always read, such as the URLs of feeds. */
  own?: readonly ScanTarget[]
  /** The hours between two reads; 24 by default. */
  everyHours?: number
  /** `after` is the `next` of the previous page; null for the first. */
  listNew(target: ScanTarget, after: string | null, signal: AbortSignal): Promise<FeedPage>
}

/** A source with its address. */
export type SourceIdentity = {
  kind: SourceKind
  /** The name under which its posts are stored; all feeds share one name. */
  name: string
  address: string
  title: string
  /**
   * Categories, communities or tags to read. If there are none, the newest posts of the whole source are
   * read.
   */
  communities: readonly string[]
}

/**
 * Identifies the source at an address that somebody entered. Throws a `SourceError`, and has its own timeout.
 */
export type RecogniseSource = (typed: string) => Promise<SourceIdentity>

/** Checks which posts a source still shows. Throws a `SourceError`, and has its own timeout. */
export type DeletionCheck = {
  source: string
  /** The maximum number of ids per call. */
  idsPerCall: number
  /** The ids among `sourceIds` that the source has deleted or removed, or does not know. */
  findGone(sourceIds: readonly string[], signal: AbortSignal): Promise<string[]>
}

/** Validators of a feed's last body, for conditional requests. */
type FeedValidators = { etag: string | null; lastModified: string | null }

/** The stored state of feeds, by address, between reads. */
export type FeedMemory = {
  findValidators(address: string): Promise<FeedValidators>
  /**
   * Stores that the feed's last body contained these items. Until the validators of that body are saved, the
   * whole feed is requested again.
   */
  noteItems(address: string, sourceIds: readonly string[]): Promise<void>
  saveValidators(address: string, validators: FeedValidators): Promise<void>
  /** Stores that the feed is unchanged: it still contains the items of its last body. */
  noteUnchanged(address: string): Promise<void>
  /** The items among these that no feed has contained for this many days. */
  findDropped(sourceIds: readonly string[], days: number): Promise<string[]>
}

/** The budget of calls per minute to a source, shared by all instances. */
export type CallBudget = {
  /**
   * Takes one call from the budget. Returns 0 if the call may be made now, otherwise how many milliseconds to
   * wait before asking again.
   */
  take(): Promise<number>
  /** Records the remaining calls that the source reported, and the milliseconds until its reset. */
  learn(callsLeft: number, renewedInMs: number): Promise<void>
  /**
   * Records that the source asked for a pause. No calls are made during the pause, even if the budget is not
   * used up.
   */
  pause(waitMs: number): Promise<void>
}

/**
 * A row of a user's file: the values of its columns, or the reason why it cannot be read. Lines count from 1.
 */
export type FileRow =
  | {
      line: number
      cells: ReadonlyMap<string, string>
      /** Whether several cells were joined into one, because a text was not quoted. */
      joined?: true
      /** The number of messages in it that are left out, because support staff or a bot wrote them. */
      others?: number
      problem?: undefined
    }
  | { line: number; problem: string }
