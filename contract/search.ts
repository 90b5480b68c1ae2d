import * as z from 'zod/mini'
import { buildPattern } from './build-pattern.ts'
import { defineEndpoint } from './endpoint.ts'
import { keyword } from './keyword.ts'
import { limits } from './limits.ts'

/**
 * A sentence with its share of a signal's points: UTF-16 offsets into the post's title or text as stored. Where `start` =
 * `end` it stands for the `sentences` of that field that are not shown, of a signal or of other wording.
 */
export const evidence = z.object({
  signal: z.string(),
  field: z.enum(['title', 'selftext']),
  start: z.int(),
  end: z.int(),
  points: z.number(),
  /** The sentence itself, where it stands outside the title and the excerpt. */
  words: z.optional(z.string()),
  /** The few words that told it, each as its start and end in the field. */
  cues: z.optional(z.array(z.int())),
  /** Of each sentence that is not shown its start, its end and its points; absent where an older version made it. */
  sentences: z.optional(z.array(z.number())),
})
export type Evidence = z.infer<typeof evidence>

/** The Pro score, each part 0-100. */
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

/** What the text says about who has the problem; "Not stated" where it says nothing. Percentages are 0-100. */
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

/** Where the keyword was found: all words in the title, all in the post, or only most of them, or others for it. */
export const keywordMatch = z.enum(['title', 'post', 'related'])
export type KeywordMatch = z.infer<typeof keywordMatch>

/** What a score starts from, before the points of its evidence; absent where an older version made it. */
export const base = z.optional(z.number())

/** Whom the licence of a post asks to name with it. */
const attribution = z.object({
  author: z.string(),
  authorUrl: z.nullable(z.string()),
  license: z.string(),
  licenseUrl: z.nullable(z.string()),
})

/** Where the same post, or nearly the same, stands once more. */
export const otherPlace = z.object({
  source: z.string(),
  id: z.string(),
  subreddit: z.string(),
  url: z.nullable(z.string()),
})
export type OtherPlace = z.infer<typeof otherPlace>

/** Of a post that is likely about something else than the keyword, though it holds words of it; such posts come last. */
const offTopic = z.optional(z.literal(true))

const alsoPostedIn = z.optional(z.array(otherPlace))

/** A piece of a post's text as stored, beginning at the offset `start`. */
const keywordPassage = z.object({ text: z.string(), start: z.int() })
export type KeywordPassage = z.infer<typeof keywordPassage>

/** One post of an answer. `score` and `comments` are null when the source does not tell them. */
export const searchResult = z.object({
  id: z.string(),
  source: z.string(),
  title: z.string(),
  subreddit: z.string(),
  persona: z.string(),
  opportunityScore: z.int(),
  signals: z.array(z.string()),
  /** A piece of the text as stored, beginning at the offset `excerptStart`: with the keyword, or the best reason, or both. */
  excerpt: z.string(),
  excerptStart: z.int(),
  /** The length of the whole text, in UTF-16 units. */
  textCharacters: z.int(),
  /** The sentence that gave the most points; none where no sentence gave any. All of them come with the whole post. */
  evidence: z.array(evidence),
  attribution: z.optional(attribution),
  score: z.nullable(z.int()),
  comments: z.nullable(z.int()),
  url: z.nullable(z.string()),
  /** Of one's own rows: what a review gave, in points or stars. */
  rating: z.optional(z.number()),
  /** Of one's own rows '' where the row has no date. */
  createdAt: z.string(),
  match: keywordMatch,
  offTopic,
  /** True for a post of the starter collection, which is written for this product and not real. */
  sample: z.boolean(),
  /** Words of the keyword that stand outside title and excerpt, with what is around them; absent where there are none. */
  keywordPassages: z.optional(z.array(keywordPassage)),
  /** Of a post without all words of the keyword: words for what the missing ones mean, as written there; absent where it has none. */
  otherWords: z.optional(z.array(z.string())),
  /** Of such a post: those that are missing, as typed; absent where all are and others stand for them. */
  missingWords: z.optional(z.array(z.string())),
  /** Near-duplicates and cross-posts that this result stands for; absent when there are none. */
  alsoPostedIn,
  advancedScore: z.optional(advancedScore),
  enhancedPersona: z.optional(enhancedPersona),
})
export type SearchResult = z.infer<typeof searchResult>

/** Another keyword to try, offered and never searched for by itself. Related ones come with the brief. */
const suggestions = z.object({
  /** The keyword with a word that the source has in place of one that looks misspelt; null where none does. */
  didYouMean: z.nullable(z.string()),
  /** Always empty; for instances of the version before, which run beside this one and read what it saves. */
  related: z._default(z.array(z.string()), []),
})

/** What one source had to search in, and what went wrong there. */
export const sourceCoverage = z.object({
  source: z.string(),
  /** Posts this source could search; null when it does not tell. */
  posts: z.nullable(z.int()),
  oldestPostAt: z.nullable(z.string()),
  newestPostAt: z.nullable(z.string()),
  /** True when only the starter collection was searched. */
  sample: z.boolean(),
  /** What this source did not look at, as a sentence; null when it looked at everything. */
  leftOut: z.nullable(z.string()),
  suggestions: z.optional(suggestions),
  /** What the words of the keyword were taken to mean, where they may mean several things. */
  senses: z.optional(z.array(z.object({ keyword: z.string(), meaning: z.string() }))),
  failed: z.nullable(z.string()),
})
export type SourceCoverage = z.infer<typeof sourceCoverage>

const answer = {
  results: z.array(searchResult),
  coverage: z.array(sourceCoverage),
  /** What scored these posts; two versions with a comma between them while an archive is being rescored. */
  scorerVersion: z.string(),
  /** Why there are no results, and what to try; only on an empty answer. */
  explanation: z.optional(z.string()),
}

const counted = {
  count: z.int(),
  /** True where nothing was found and so nothing was taken from the allowance; else absent. */
  free: z.optional(z.literal(true)),
}

export const searchReply = z.object({ ...answer, ...counted, sessionId: z.string() })
export type SearchReply = z.infer<typeof searchReply>

/** How far one live source is: asked, answered with so many posts, or failed for a reason a person may read. */
const sourceProgress = z.discriminatedUnion('state', [
  z.object({ source: z.string(), state: z.literal('asking') }),
  z.object({ source: z.string(), state: z.literal('answered'), posts: z.int() }),
  z.object({ source: z.string(), state: z.literal('failed'), reason: z.string() }),
])
export type SourceProgress = z.infer<typeof sourceProgress>

/** A result's place in an order, and what may change about it when more posts come. */
const resultPlace = z.object({
  source: z.string(),
  id: z.string(),
  match: keywordMatch,
  offTopic,
  alsoPostedIn,
})
export type ResultPlace = z.infer<typeof resultPlace>

/** Posts that came after the first answer, and the order of all that are there by now, best first. */
const arrivedPosts = z.object({
  source: z.string(),
  /** Those that no event before had, and fresher copies of others. */
  results: z.array(searchResult),
  order: z.array(resultPlace),
})
export type ArrivedPosts = z.infer<typeof arrivedPosts>

/** The final answer: what `GET /api/search-results` gives from now on. */
const searchDone = z.object({ ...answer, ...counted, order: z.array(resultPlace) })
export type SearchDone = z.infer<typeof searchDone>

export const savedResultsReply = z.object({
  ...answer,
  sessionId: z.string(),
  keyword: z.string(),
  /** True for an example, which nobody searched for (`GET /api/examples`); else absent. */
  example: z.optional(z.literal(true)),
})
export type SavedResultsReply = z.infer<typeof savedResultsReply>

/** Names a saved search, and is `sessionId` in replies. What cannot be a token becomes the empty one, which no search has: it is not found like any unknown token. */
export const sessionToken = z.catch(
  z.string().check(z.regex(buildPattern(`^[A-Za-z0-9_-]{${limits.sessionTokenCharacters}}$`, 'u'))),
  '',
)

const asked = {
  body: z.object({ keyword }),
  errors: ['invalid_keyword', 'visitor_daily_limit', 'address_daily_limit', 'monthly_limit', 'search_failed'],
} as const

export const searchEndpoint = defineEndpoint('POST /api/search', 'anyone', { ...asked, output: searchReply })

/**
 * The same search as server-sent events: `results` (the reply of the plain search, from what answers at once),
 * `progress` and `posts` for each live source, and `done`, always last. What fails before `results` is an
 * ordinary error reply; a stream that ends without `done` was cut off, and its search is kept all the same.
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
