import type { SourceKind } from '#contract/admin-sources.ts'
import type { KeywordTerm } from '#contract/keyword-terms.ts'
import type { Evidence, KeywordMatch, SourceCoverage } from '#contract/search.ts'

/** Whom the licence of a post asks to name with it. */
export type PostAttribution = {
  author: string
  authorUrl: string | null
  license: string
  licenseUrl: string | null
}

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
  /** Null when the source does not say. */
  upvotes: number | null
  comments: number | null
  createdAt: Date
  /** Written for the starter collection, not by a person in a discussion. */
  sample: boolean
  /** Only where its licence asks for it: names of authors are not stored otherwise. */
  attribution?: PostAttribution
}

/** A post in the archive with the score it was given when it was stored; its text and all reasons are read apart. */
export type ArchivedPost = Omit<Post, 'selftext'> & {
  archiveId: number
  opportunityScore: number
  scorerVersion: string
  signals: string[]
  persona: string
  /** The piece of the text with the heaviest evidence, where it begins, and how long the text is. */
  excerpt: string
  excerptStart: number
  textCharacters: number
  /** The sentence that gave the most points; null where none gave any. */
  reason: Evidence | null
}

/** Archived posts by their ids, in any order, without those that were deleted (archive-search-store.ts). */
export interface PostReader {
  listPosts(archiveIds: readonly number[]): Promise<ArchivedPost[]>
  listTexts(archiveIds: readonly number[]): Promise<Map<number, string>>
  listDetails(archiveIds: readonly number[]): Promise<Map<number, PostDetails>>
}

/** Changes when the archive does, so that a cached answer is not older than the posts. */
export type ArchiveVersion = () => Promise<string>

/** A post's whole text, and why it has its score: what it starts from, and every sentence that gave or took points. */
export type PostDetails = { selftext: string; base?: number | undefined; evidence: Evidence[] }

export type SourceQuery = {
  /** The keyword as typed, trimmed, white space collapsed; `communities`, in lower case, are the only ones it is asked of. */
  keyword: string
  terms: readonly KeywordTerm[]
  communities?: readonly string[]
  emptyLimit?: true
}

export type SourceLimits = {
  /** At most this many posts come back. */
  posts: number
  /** Aborts when the source's time is over. */
  signal: AbortSignal
}

/** Where a post belongs among the answers to a keyword; of two with one rank the one with more occurrences is first. */
export type PostRank = {
  match: KeywordMatch
  /** Above 0, comparable within one keyword only. What is likely about something else, `offTopic`, comes behind. */
  rank: number
  offTopic: boolean
  /** How often the post holds the rarest of the keyword's words. */
  occurrences: number
}

/** A post of the archive with its place among the answers to a keyword. */
export type RankedFind = PostRank & { post: ArchivedPost }

/** A post that a source found; what is not from the archive is ranked when the archive has stored it. */
export type FoundPost = { post: Post } | RankedFind

export type SourceAnswer = { posts: FoundPost[]; coverage: Omit<SourceCoverage, 'source' | 'failed'> }

/** Why a source could not answer, in words that a person may read in `coverage`. */
export class SourceError extends Error {}

/** A place to search for posts. Whatever `search` throws other than a `SourceError` is only logged. */
export type DiscussionSource = {
  name: string
  /** How long a search may wait for this source, in milliseconds. */
  timeLimitMs: number
  notice?: string
  /** Begins what is cheap of a search for the same terms, while it is still being asked whether it may be made. */
  prepare?(query: SourceQuery): void
  search(query: SourceQuery, limits: SourceLimits): Promise<SourceAnswer>
}

/** What the daily scan reads: the newest posts of one community, or for one keyword. */
export type ScanTarget = { kind: 'community' | 'keyword'; value: string }

/** One page of a feed; `next`: where to go on, null at its end. */
export type FeedPage = {
  posts: Post[]
  next: string | null
  /** When posts were written that the source gave although others were asked for: they show how far it was read. */
  others?: readonly Date[]
  /** What was not taken as it stands, in sentences. */
  notes?: readonly string[]
  /** What was said of it when it was read still holds. */
  unchanged?: boolean
  onStored?: () => Promise<void>
}

/** Fresh posts of one source, newest first. Both throw a `SourceError`, and end within their own time limit. */
export type PostFeed = {
  source: string
  /** Whether this source can be read for this kind of target. */
  reads(kind: ScanTarget['kind']): boolean
  /** What is always read of it, whatever else is set, such as the addresses of feeds. */
  own?: readonly ScanTarget[]
  /** How often it is read; once a day unless it says so. */
  everyHours?: number
  /** `after` is the `next` of the page before; null for the first. */
  listNew(target: ScanTarget, after: string | null, signal: AbortSignal): Promise<FeedPage>
}

/** What stands at an address. */
export type SourceIdentity = {
  kind: SourceKind
  /** What its posts are stored under; all feeds share one. */
  name: string
  address: string
  title: string
  /** Categories, communities or tags that are read; none: its newest posts. */
  communities: readonly string[]
}

/** Finds out what stands at an address that somebody typed. Throws a `SourceError`, and ends within its own time limit. */
export type RecogniseSource = (typed: string) => Promise<SourceIdentity>

/** Asks a source which posts it still shows. Throws a `SourceError`, and ends within its own time limit. */
export type DeletionCheck = {
  source: string
  /** The most ids in one call. */
  idsPerCall: number
  /** Those of `sourceIds` that were deleted, removed, or that the source does not know. */
  findGone(sourceIds: readonly string[], signal: AbortSignal): Promise<string[]>
}

/** What a feed said of its last body, to be asked for news alone. */
type FeedValidators = { etag: string | null; lastModified: string | null }

/** What is remembered of feeds, by their address, between readings. */
export type FeedMemory = {
  findValidators(address: string): Promise<FeedValidators>
  /** A body came with these items. Until its validators are saved the feed is asked for all of it again. */
  noteItems(address: string, sourceIds: readonly string[]): Promise<void>
  saveValidators(address: string, validators: FeedValidators): Promise<void>
  /** It has what its last body had. */
  noteUnchanged(address: string): Promise<void>
  /** The items that no feed has had for this many days. */
  findDropped(sourceIds: readonly string[], days: number): Promise<string[]>
}

/** How many calls a source gets in a minute from all instances of the product together. */
export type CallBudget = {
  /** Takes one call: 0 when it may go out now, else the milliseconds after which to ask again. */
  take(): Promise<number>
  /** What the source itself said is left, and after how many milliseconds it counts anew. */
  learn(callsLeft: number, renewedInMs: number): Promise<void>
  /** The source asked us to wait this long: it is not called before, whatever budget is left. */
  pause(waitMs: number): Promise<void>
}
