import { cutText } from '#contract/cut-text.ts'
import { isIn, keywordPatterns, parseKeyword } from '#contract/keyword-terms.ts'
import { limits } from '#contract/limits.ts'
import type { Evidence, KeywordMatch, KeywordPassage, SearchResult } from '#contract/search.ts'
import { signalLabels as labels } from '#contract/signal-labels.ts'
import { advancedScore } from '#scoring/advanced-score.ts'
import { enhancedPersona } from '#scoring/persona/enhanced-persona.ts'
import type { PostScore } from '#scoring/score-post.ts'
import type { Searcher } from '#server/features/search/allowance/search-quota.ts'
import { alsoPostedIn, type ListedPost, offTopicField } from '#server/matching/result-rules.ts'
import type { ArchivedPost, PostDetails, PostReader } from '#server/source-ports.ts'
import { explainRelated, type SensesOf } from './explain-related.ts'

export function isPro(searcher: Searcher): boolean {
  return searcher.kind === 'user' && searcher.tier === 'pro'
}

/** What only Pro is shown of a post. */
export function proFields(post: ArchivedPost, { selftext, ...reasons }: PostDetails, asOf: Date) {
  const { title, community, opportunityScore, signals, persona } = post
  // As the scorer gave it: the archive holds nothing else.
  const score = { opportunityScore, signals, persona, ...reasons } as PostScore
  const dated = { title, selftext, community, createdAt: post.createdAt }
  return {
    advancedScore: advancedScore(dated, score, { labels, asOf, cut: cutText }),
    enhancedPersona: enhancedPersona({ title, selftext, community }, score),
  }
}

/** What every answer says of a post, whatever it shows of its text. */
export function describePost(post: ArchivedPost, match: KeywordMatch) {
  return {
    id: post.sourceId,
    source: post.source,
    title: post.title,
    subreddit: post.community,
    persona: post.persona,
    opportunityScore: post.opportunityScore,
    signals: post.signals,
    score: post.upvotes,
    comments: post.comments,
    url: post.url,
    createdAt: post.createdAt.toISOString(),
    match,
    sample: post.sample,
    ...(post.attribution === undefined ? {} : { attribution: post.attribution }),
  }
}

/** About a line of a list. */
const passageCharacters = 80
/** So much of the text stands before the first of the words. */
const leadCharacters = 20
const mostPassages = 3
/** Places of one term that are looked at. */
const mostPlaces = 50

type ShownText = Pick<
  SearchResult,
  'excerpt' | 'excerptStart' | 'textCharacters' | 'evidence' | 'keywordPassages'
>

/** How much of a sentence is shown to say what it is about. */
const reasonCharacters = 90
const leastOfReason = 70

/** A piece of a text, beginning at the offset `start` of the whole. */
type Piece = KeywordPassage

const endOf = ({ text, start }: Piece) => start + text.length

/** Where the reason stands in the piece, as far as it has to be seen; null where it does not. */
function reasonWithin(reason: Evidence | null, piece: Piece): { start: number; end: number } | null {
  if (reason === null || reason.field === 'title' || reason.start < piece.start) return null
  const end = Math.min(reason.end, reason.start + reasonCharacters)
  return Math.min(end, reason.start + leastOfReason) > endOf(piece)
    ? null
    : { start: reason.start - piece.start, end: Math.min(end - piece.start, piece.text.length) }
}

/** The keyword's words that neither the title nor the reason shows, each where it stands with others. */
function wantedPassages(post: ArchivedPost, patterns: readonly RegExp[], from: Piece): Piece[] {
  const within = reasonWithin(post.reason, from)
  const seen = `${post.title}\n${within === null ? '' : from.text.slice(within.start, within.end)}`
  const wanted = patterns.filter((pattern) => !isIn(pattern, seen))
  const countIn = ({ text }: Piece) => wanted.filter((pattern) => isIn(pattern, text)).length
  return passagesOf(from.text, wanted).sort((a, b) => countIn(b) - countIn(a))
}

/** The piece to show: the reason with the words around it, and the keyword, which goes before where both do not fit. */
function pieceToShow(
  from: Piece,
  reason: { start: number; end: number } | null,
  keyword: Piece | undefined,
): Piece {
  const most = limits.shownExcerptCharacters
  const asked = keyword && { start: keyword.start, end: endOf(keyword) }
  const both = reason &&
    asked && { start: Math.min(reason.start, asked.start), end: Math.max(reason.end, asked.end) }
  if (both && both.end - both.start <= most) return cutPassage(from.text, both, most)
  return cutPassage(from.text, asked ?? reason ?? { start: 0, end: 0 }, most)
}

/**
 * What a list shows of a post's text: one piece with the keyword and the best reason, which brings its own words where
 * it stands elsewhere. `selftext` is the whole text, where what is stored for lists does not show the keyword.
 */
export function shownText(
  post: ArchivedPost,
  patterns: readonly RegExp[],
  selftext: string | undefined,
): ShownText {
  const { reason, textCharacters } = post
  const from =
    selftext === undefined ? { text: post.excerpt, start: post.excerptStart } : { text: selftext, start: 0 }
  const [keyword, ...others] = wantedPassages(post, patterns, from)
  const piece = pieceToShow(from, reasonWithin(reason, from), keyword)
  const shown = { text: piece.text, start: piece.start + from.start }
  const keywordPassages = others.map(({ text, start }) => ({ text, start: start + from.start }))
  return {
    excerpt: shown.text,
    excerptStart: shown.start,
    textCharacters,
    evidence: reason === null ? [] : [shownReason(reason, shown, from)],
    ...(keywordPassages.length === 0 ? {} : { keywordPassages }),
  }
}

/** The reason, with its words where the piece that is shown does not hold it. */
function shownReason(reason: Evidence, shown: Piece, from: Piece): Evidence {
  // Its cues come with the whole post.
  const { words, cues: _, ...place } = reason
  if (reason.field === 'title' || reasonWithin(reason, shown) !== null) return place
  const written = words ?? from.text.slice(reason.start - from.start, reason.end - from.start)
  return { ...place, words: beginningOf(written) }
}

/** As much of a sentence as a row has room for, cut between words where it has any, and said. */
function beginningOf(sentence: string): string {
  const kept = cutText(sentence, reasonCharacters)
  if (kept.length === sentence.length) return sentence
  const gap = kept.lastIndexOf(' ')
  return `${gap > 0 ? kept.slice(0, gap) : kept}…`
}

/** The patterns whose words a reader of title and excerpt does not see. */
export const unseenPatterns = (
  { title, excerpt }: Pick<ArchivedPost, 'title' | 'excerpt'>,
  patterns: readonly RegExp[],
) => patterns.filter((pattern) => !isIn(pattern, title) && !isIn(pattern, excerpt))

type Place = { pattern: number; start: number; end: number }

function placesOf(patterns: readonly RegExp[], text: string): Place[] {
  const places = patterns.flatMap((pattern, at) =>
    [...text.matchAll(pattern)].slice(0, mostPlaces).map(({ index, 0: words }) => ({
      pattern: at,
      start: index,
      end: index + words.length,
    })),
  )
  return places.sort((a, b) => a.start - b.start)
}

/** The first stretch of the text that holds the most of the patterns. */
function bestStretch(places: readonly Place[]): { start: number; end: number } | null {
  let best: { start: number; end: number; patterns: number } | null = null
  for (const { start } of places) {
    const within = places.filter(
      (one) => one.start >= start && one.end <= start + passageCharacters - leadCharacters,
    )
    const patterns = new Set(within.map(({ pattern }) => pattern)).size
    const end = Math.max(...within.map((one) => one.end))
    if (within.length > 0 && patterns > (best?.patterns ?? 0)) best = { start, end, patterns }
  }
  return best
}

const isGap = (text: string, at: number) => at <= 0 || at >= text.length || /\s/u.test(text.charAt(at - 1))

/** A piece of a text that holds a stretch of it, with some of what stands before, cut between words. */
function cutPassage(
  text: string,
  stretch: { start: number; end: number },
  most = passageCharacters,
): KeywordPassage {
  let start = Math.max(0, stretch.start - leadCharacters)
  while (start < stretch.start && !isGap(text, start)) start += 1
  let end = Math.min(text.length, Math.max(stretch.end, start + most))
  while (end > stretch.end && end < text.length && !/\s/u.test(text.charAt(end))) end -= 1
  return { text: text.slice(start, end), start }
}

/** Pieces of a post's text that hold these words, cut between words: one where they stand together, else a few. */
export function passagesOf(selftext: string, patterns: readonly RegExp[]): KeywordPassage[] {
  const passages: KeywordPassage[] = []
  let left = patterns
  while (left.length > 0 && passages.length < mostPassages) {
    const stretch = bestStretch(placesOf(left, selftext))
    if (stretch === null) break
    const passage = cutPassage(selftext, stretch)
    passages.push(passage)
    left = left.filter((pattern) => !isIn(pattern, passage.text))
  }
  return passages.sort((a, b) => a.start - b.start)
}

const asTerm = (words: string) => ({ words, phrase: false, excluded: false })

/** What results are shown from. */
export interface ShowResults {
  archive: PostReader
  sensesOf: SensesOf
}

/** For whom and for what an answer is shown, and as of when. */
export type ShownTo = { searcher: Searcher; keyword: string; asOf: Date }

/**
 * The posts of an answer as the searcher's plan may see them: only Pro gets the advanced fields. Whole texts are read
 * where Pro needs them, or where what is stored for lists does not show the keyword.
 */
export async function showResults(
  { archive, sensesOf }: ShowResults,
  posts: readonly ListedPost[],
  { searcher, keyword, asOf }: ShownTo,
): Promise<SearchResult[]> {
  const { terms } = parseKeyword(keyword)
  const patterns = keywordPatterns(terms)
  // Most answers to one word hold none.
  const isRelated = posts.some(({ match }) => match === 'related')
  const explain = isRelated ? explainRelated(terms, patterns, sensesOf(terms)) : null
  const unseen = posts.map(({ post }) => unseenPatterns(post, patterns))
  const idsOf = (some: readonly ListedPost[]) => some.map(({ post }) => post.archiveId)
  const forPro = isPro(searcher)
  const details = await archive.listDetails(forPro ? idsOf(posts) : [])
  const texts = await archive.listTexts(
    forPro ? [] : idsOf(posts.filter((_, at) => unseen[at]?.length !== 0)),
  )
  return posts.map((ranked, at) => {
    const { post, match } = ranked
    const whole = details.get(post.archiveId)
    const own = unseen[at] ?? []
    const selftext = own.length === 0 ? undefined : (whole?.selftext ?? texts.get(post.archiveId))
    const why = (match === 'related' && selftext !== undefined && explain?.(post, selftext, own)) || {}
    const wanted = [...patterns, ...keywordPatterns((why.otherWords ?? []).map(asTerm))]
    return {
      ...describePost(post, match),
      ...shownText(post, wanted, selftext),
      ...why,
      ...offTopicField(ranked),
      ...alsoPostedIn(ranked),
      ...(whole === undefined ? {} : proFields(post, whole, asOf)),
    }
  })
}
