import * as z from 'zod/mini'
import { buildPattern } from './build-pattern.ts'
import { defineEndpoint } from './endpoint.ts'
import { keyword } from './keyword.ts'
import { limits } from './limits.ts'

/**
 * A sentence with its share of a signal's points, as UTF-16 offsets in the stored title or text. If `start`
 * equals `end`, the entry is the sum of the `sentences` of this field that are not shown, for one signal or
 * for other wording.
 */
export const evidence = z.object({
  signal: z.string(),
  field: z.enum(['title', 'selftext']),
  start: z.int(),
  end: z.int(),
  points: z.number(),
  /** The text of the sentence, if it is outside the title and the excerpt. */
  words: z.optional(z.string()),
  /** The words that are cues, each as start and end offset in the field. */
  cues: z.optional(z.array(z.int())),
  /**
   * The start, end and points of each sentence that is not shown. Absent in results that an older version
   * saved.
   */
  sentences: z.optional(z.array(z.number())),
})
export type Evidence = z.infer<typeof evidence>

/** The Pro score. Each part is 0 to 100. */
const advancedScore = z.object({
  overallScore: z.number(),
  saasViability: z.number(),
  marketTiming: z.number(),
  buildComplexity: z.number(),
  competitiveLandscape: z.number(),
  breakdown: z.array(z.string()),
})
export type AdvancedScore = z.infer<typeof advancedScore>

const citedWords = z.array(z.string())

/** What the text says about the author; "Not stated" if it says nothing. Percentages are 0-100. */
const enhancedPersona = z.object({
  industryClassification: z.object({
    primaryIndustry: z.string(),
    confidence: z.number(),
    evidence: citedWords,
  }),
  companySize: z.object({ category: z.string(), evidence: citedWords }),
  painPointAnalysis: z.object({
    urgency: z.string(),
    frequency: z.string(),
    willingnessToPay: z.number(),
    evidence: citedWords,
  }),
  techStackSignals: z.array(z.string()),
  budgetSignals: z.array(z.string()),
})
export type EnhancedPersona = z.infer<typeof enhancedPersona>

/**
 * How the keyword matched: all words in the title, all words in the post, or only most of the words or
 * synonyms.
 */
export const keywordMatch = z.enum(['title', 'post', 'related'])
export type KeywordMatch = z.infer<typeof keywordMatch>

/** The base score, without the points of evidence. Absent in results that an older version saved. */
export const base = z.optional(z.number())

/** The attribution that the licence of a post requires. */
const attribution = z.object({
  author: z.string(),
  authorUrl: z.nullable(z.string()),
  license: z.string(),
  licenseUrl: z.nullable(z.string()),
})

/** Another place where the same post, or a near-duplicate, was published. */
export const otherPlace = z.object({
  source: z.string(),
  id: z.string(),
  subreddit: z.string(),
  url: z.nullable(z.string()),
})
export type OtherPlace = z.infer<typeof otherPlace>

/**
 * Set if the post contains words of the keyword but is probably about something else. Such posts come last.
 */
const offTopic = z.optional(z.literal(true))

const alsoPostedIn = z.optional(z.array(otherPlace))

/** A part of a post's stored text that starts at the offset `start`. */
const keywordPassage = z.object({ text: z.string(), start: z.int() })
export type KeywordPassage = z.infer<typeof keywordPassage>

/** A result. `score` and `comments` are null if the source does not have them. */
export const searchResult = z.object({
  id: z.string(),
  source: z.string(),
  title: z.string(),
  subreddit: z.string(),
  persona: z.string(),
  opportunityScore: z.int(),
  signals: z.array(z.string()),
  /**
   * The part of the stored text from the offset `excerptStart` with the keyword, the best reason, or both.
   */
  excerpt: z.string(),
  excerptStart: z.int(),
  /** The length of the full text, in UTF-16 units. */
  textCharacters: z.int(),
  /** Only the sentence with the most points, if there is one. The full post contains all evidence. */
  evidence: z.array(evidence),
  attribution: z.optional(attribution),
  score: z.nullable(z.int()),
  comments: z.nullable(z.int()),
  url: z.nullable(z.string()),
  /** The rating of a review in points or stars, for own rows. */
  rating: z.optional(z.number()),
  /** '' for an own row without a date. */
  createdAt: z.string(),
  match: keywordMatch,
  offTopic,
  /** True for a sample post, which was written for this product. */
  sample: z.boolean(),
  /** Words of the keyword outside title and excerpt, with their context. Absent if there are none. */
  keywordPassages: z.optional(z.array(keywordPassage)),
  /** Synonyms of missing words of the keyword, as the post writes them. Absent if there are none. */
  otherWords: z.optional(z.array(z.string())),
  /** The missing words as typed. Absent if all words are missing and only synonyms match. */
  missingWords: z.optional(z.array(z.string())),
  /** The near-duplicates and cross-posts that this result represents. Absent if there are none. */
  alsoPostedIn,
  advancedScore: z.optional(advancedScore),
  enhancedPersona: z.optional(enhancedPersona),
})
export type SearchResult = z.infer<typeof searchResult>

/**
 * Suggested keywords, which are never searched automatically. Related keywords are part of the brief instead.
 */
const suggestions = z.object({
  /**
   * The keyword with a correction of a word that is probably misspelt. The correct word is one that the
   * source contains. Null if there is no suggestion.
   */
  didYouMean: z.nullable(z.string()),
  /** Always empty. Instances of the previous version need this field to read the results that we save. */
  related: z._default(z.array(z.string()), []),
})

/** What a source contained at the time of the search, and its errors. */
export const sourceCoverage = z.object({
  source: z.string(),
  /** The number of posts that can be searched; null if the source does not report it. */
  posts: z.nullable(z.int()),
  oldestPostAt: z.nullable(z.string()),
  newestPostAt: z.nullable(z.string()),
  /** True if only sample posts were searched. */
  sample: z.boolean(),
  /** What this source did not search, as a sentence. Null if it searched everything. */
  leftOut: z.nullable(z.string()),
  suggestions: z.optional(suggestions),
  /** The senses in which ambiguous words of the keyword were understood. */
  senses: z.optional(z.array(z.object({ keyword: z.string(), meaning: z.string() }))),
  failed: z.nullable(z.string()),
  /**
   * The number of posts that the source found, before they were ranked together with posts of other sources.
   * Absent in results that an older version saved.
   */
  found: z.optional(z.int()),
})
export type SourceCoverage = z.infer<typeof sourceCoverage>

const answer = {
  results: z.array(searchResult),
  coverage: z.array(sourceCoverage),
  /**
   * The version of the scorer that scored these posts. While an archive is being rescored, there are two
   * versions, separated by a comma.
   */
  scorerVersion: z.string(),
  /** Why there are no results, and what to try. Set only if there are none. */
  explanation: z.optional(z.string()),
}

const counted = {
  count: z.int(),
  /** True if nothing was found, so that the search did not count. Otherwise absent. */
  free: z.optional(z.literal(true)),
}

export const searchReply = z.object({ ...answer, ...counted, sessionId: z.string() })
export type SearchReply = z.infer<typeof searchReply>

/**
 * The state of a live source: it is being queried, has answered with a number of posts, or has failed with a
 * message for users.
 */
const sourceProgress = z.discriminatedUnion('state', [
  z.object({ source: z.string(), state: z.literal('asking') }),
  z.object({ source: z.string(), state: z.literal('answered'), posts: z.int() }),
  z.object({ source: z.string(), state: z.literal('failed'), reason: z.string() }),
])
export type SourceProgress = z.infer<typeof sourceProgress>

/** The identity of a result in the current order, and its fields that may change with the order. */
const resultPlace = z.object({
  source: z.string(),
  id: z.string(),
  match: keywordMatch,
  offTopic,
  alsoPostedIn,
})
export type ResultPlace = z.infer<typeof resultPlace>

/** Posts that arrived after the first results, and the current order of all posts, best first. */
const arrivedPosts = z.object({
  source: z.string(),
  /** Posts that no earlier event contained, and new versions of earlier posts. */
  results: z.array(searchResult),
  order: z.array(resultPlace),
})
export type ArrivedPosts = z.infer<typeof arrivedPosts>

/** The final results, which `GET /api/search-results` returns from now on. */
const searchDone = z.object({ ...answer, ...counted, order: z.array(resultPlace) })
export type SearchDone = z.infer<typeof searchDone>

export const savedResultsReply = z.object({
  ...answer,
  sessionId: z.string(),
  keyword: z.string(),
  /** True for an example (`GET /api/examples`), which nobody searched for. Otherwise absent. */
  example: z.optional(z.literal(true)),
})
export type SavedResultsReply = z.infer<typeof savedResultsReply>

/**
 * The token of a saved search. Replies call it `sessionId`. An invalid token becomes an empty one, which no
 * search has, so nothing is found.
 */
export const sessionToken = z.catch(
  z.string().check(z.regex(buildPattern(`^[A-Za-z0-9_-]{${limits.sessionTokenCharacters}}$`, 'u'))),
  '',
)

/** The errors with which a search of an account is refused. */
export const countedSearchErrors = [
  'monthly_limit',
  'address_daily_limit',
  'search_failed',
  'overloaded',
] as const

const asked = {
  body: z.object({ keyword }),
  errors: ['invalid_keyword', 'visitor_daily_limit', 'address_daily_limit', 'monthly_limit', 'search_failed'],
} as const

export const searchEndpoint = defineEndpoint('POST /api/search', 'anyone', { ...asked, output: searchReply })

/**
 * A search as server-sent events: `results` (the reply of the plain search, from the archive), `progress` and
 * `posts` for each live source, and finally `done`. A failure before `results` is an ordinary error reply. A
 * stream that ends without `done` was cut off, but its search is saved.
 */
export const searchStreamEndpoint = defineEndpoint('POST /api/search-stream', 'anyone', {
  ...asked,
  output: 'events',
  events: { results: searchReply, progress: sourceProgress, posts: arrivedPosts, done: searchDone },
})

export const savedResultsEndpoint = defineEndpoint('GET /api/search-results/:sessionToken', 'anyone', {
  params: z.object({ sessionToken }),
  output: savedResultsReply,
  errors: ['results_expired'],
})

export const downloadEndpoint = defineEndpoint('GET /api/download/:sessionId', 'anyone', {
  params: z.object({ sessionId: sessionToken }),
  output: 'download',
  errors: ['results_expired'],
})
