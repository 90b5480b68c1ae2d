import { cutText } from '#contract/cut-text.ts'
import { closestFinders, isIn, type KeywordFinder, matchesIn } from '#contract/is-in.ts'
import { keywordFinders } from '#contract/keyword-terms.ts'
import { limits } from '#contract/limits.ts'
import { parseKeyword } from '#contract/parse-keyword.ts'
import type { PostReply } from '#contract/posts.ts'
import type { Evidence, KeywordMatch, KeywordPassage, SearchResult } from '#contract/search.ts'
import { signalLabels as labels } from '#contract/signal-labels.ts'
import { advancedScore } from '#scoring/advanced-score.ts'
import { enhancedPersona } from '#scoring/persona/enhanced-persona.ts'
import type { PostScore } from '#scoring/score-post.ts'
import { accountOf, type Searcher } from '#server/actor.ts'
import { alsoPostedIn, type ListedPost, offTopicField } from '#server/matching/result-rules.ts'
import type { ArchivedPost, PostDetails, PostReader } from '#server/source-ports.ts'
import { explainRelated, type SensesOf } from './explain-related.ts'

function isPro(searcher: Searcher): boolean {
  return accountOf(searcher)?.tier === 'pro'
}

/** Fields that only Pro gets. */
function proFields(post: ArchivedPost, { selftext, ...reasons }: PostDetails, asOf: Date) {
  const { title, community, opportunityScore, signals, persona } = post
  // Not validated, because the archive contains only the scorer's output.
  const score = { opportunityScore, signals, persona, ...reasons } as PostScore
  const dated = { title, selftext, community, createdAt: post.createdAt }
  return {
    advancedScore: advancedScore(dated, score, { labels, asOf, cut: cutText }),
    enhancedPersona: enhancedPersona({ title, selftext, community }, score),
  }
}

/** The fields of a result that do not depend on its text. */
function describePost(post: ArchivedPost, match: KeywordMatch) {
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

/** About the length of a line in a list. */
const passageCharacters = 80
/** The length of the text that is shown before the first matching word. */
const leadCharacters = 20
const mostPassages = 3
/** Only this many occurrences of a term are examined. */
const mostPlaces = 50

type ShownText = Pick<
  SearchResult,
  'excerpt' | 'excerptStart' | 'textCharacters' | 'evidence' | 'keywordPassages'
>

/** The maximum length of a sentence that is shown to explain what a post is about. */
const reasonCharacters = 90
const leastOfReason = 70

/** A part of a text that starts at the offset `start`. */
type Piece = KeywordPassage

const endOf = ({ text, start }: Piece) => start + text.length

/** The range of the reason that has to be visible, as offsets in the piece; null if outside the piece. */
function reasonWithin(reason: Evidence | null, piece: Piece): { start: number; end: number } | null {
  if (reason === null || reason.field === 'title' || reason.start < piece.start) return null
  const end = Math.min(reason.end, reason.start + reasonCharacters)
  return Math.min(end, reason.start + leastOfReason) > endOf(piece)
    ? null
    : { start: reason.start - piece.start, end: Math.min(end - piece.start, piece.text.length) }
}

/** The words of the keyword that are in neither the title nor the reason, each with its context. */
function wantedPassages(post: ArchivedPost, finders: readonly KeywordFinder[], from: Piece): Piece[] {
  const within = reasonWithin(post.reason, from)
  const seen = `${post.title}\n${within === null ? '' : from.text.slice(within.start, within.end)}`
  const wanted = finders.filter((finder) => !isIn(finder, seen))
  const countIn = ({ text }: Piece) => wanted.filter((finder) => isIn(finder, text)).length
  return passagesOf(from.text, wanted).sort((a, b) => countIn(b) - countIn(a))
}

/**
 * The part to show: the reason with its context, and the keyword. If both do not fit, the keyword has
 * priority.
 */
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
 * The snippet of a post: one part of the text with the keyword and the best reason. If the reason is
 * elsewhere, its text is added. `selftext` is the full text, which is given if the stored excerpt does not
 * contain the keyword.
 */
export function shownText(
  post: ArchivedPost,
  finders: readonly KeywordFinder[],
  selftext: string | undefined,
): ShownText {
  const { reason, textCharacters } = post
  const from =
    selftext === undefined ? { text: post.excerpt, start: post.excerptStart } : { text: selftext, start: 0 }
  const [keyword, ...others] = wantedPassages(post, closestFinders(finders, [post.title, from.text]), from)
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

/** The reason, with its text if it is outside the snippet. */
function shownReason(reason: Evidence, shown: Piece, from: Piece): Evidence {
  // The cues of the reason are only sent with the whole post.
  const { words, cues: _, ...place } = reason
  if (reason.field === 'title' || reasonWithin(reason, shown) !== null) return place
  const written = words ?? from.text.slice(reason.start - from.start, reason.end - from.start)
  return { ...place, words: beginningOf(written) }
}

/** A sentence, shortened to fit a row: cut between words if possible, with an ellipsis at the end. */
function beginningOf(sentence: string): string {
  const kept = cutText(sentence, reasonCharacters)
  if (kept.length === sentence.length) return sentence
  const gap = kept.lastIndexOf(' ')
  return `${gap > 0 ? kept.slice(0, gap) : kept}…`
}

/** The finders whose most common word forms are in neither the title nor the excerpt. */
export const unseenFinders = (
  { title, excerpt }: Pick<ArchivedPost, 'title' | 'excerpt'>,
  finders: readonly KeywordFinder[],
) => finders.filter(({ common }) => !isIn(common, title)).filter(({ common }) => !isIn(common, excerpt))

type Place = { finder: number; start: number; end: number }

function placesOf(finders: readonly KeywordFinder[], text: string): Place[] {
  const places = finders.flatMap((finder, at) =>
    matchesIn(finder, text, mostPlaces).map(({ index, length }) => ({
      finder: at,
      start: index,
      end: index + length,
    })),
  )
  return places.sort((a, b) => a.start - b.start)
}

/** The range of the text in which the most finders match; the first one if several are equal. */
function bestStretch(places: readonly Place[]): { start: number; end: number } | null {
  let best: { start: number; end: number; finders: number } | null = null
  for (const { start } of places) {
    const within = places.filter(
      (one) => one.start >= start && one.end <= start + passageCharacters - leadCharacters,
    )
    const finders = new Set(within.map(({ finder }) => finder)).size
    const end = Math.max(...within.map((one) => one.end))
    if (within.length > 0 && finders > (best?.finders ?? 0)) best = { start, end, finders }
  }
  return best
}

const isGap = (text: string, at: number) => at <= 0 || at >= text.length || /\s/u.test(text.charAt(at - 1))

/** The range `stretch` of a text with some context before and after it, cut between words. */
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

/** Parts of a post's text that contain these words: one part if the words are close together, else a few. */
export function passagesOf(selftext: string, finders: readonly KeywordFinder[]): KeywordPassage[] {
  const passages: KeywordPassage[] = []
  let left = finders
  while (left.length > 0 && passages.length < mostPassages) {
    const stretch = bestStretch(placesOf(left, selftext))
    if (stretch === null) break
    const passage = cutPassage(selftext, stretch)
    passages.push(passage)
    left = left.filter((finder) => !isIn(finder, passage.text))
  }
  return passages.sort((a, b) => a.start - b.start)
}

/** The finders of single words, each built once, because the same words explain many results. */
function wordFinders() {
  const known = new Map<string, KeywordFinder[]>()
  return (words: string): KeywordFinder[] => {
    const finders = known.get(words) ?? keywordFinders([{ words, phrase: false, excluded: false }])
    known.set(words, finders)
    return finders
  }
}

/** The stored results. */
export interface ShowResults {
  archive: PostReader
  sensesOf: SensesOf
}

/** The searcher, the keyword and the current time. */
export type ShownTo = { searcher: Searcher; keyword: string; asOf: Date }

/**
 * The results with those fields that the searcher's plan includes. The advanced fields are only for Pro. Full
 * texts are read for Pro, or if the stored excerpt does not contain the keyword.
 */
export async function showResults(
  { archive, sensesOf }: ShowResults,
  posts: readonly ListedPost[],
  { searcher, keyword, asOf }: ShownTo,
): Promise<SearchResult[]> {
  const { terms } = parseKeyword(keyword)
  const finders = keywordFinders(terms)
  // Most searches for a single word have no related results.
  const isRelated = posts.some(({ match }) => match === 'related')
  const explain = isRelated ? explainRelated(terms, finders, sensesOf(terms)) : null
  const findersOfWord = wordFinders()
  const unseen = posts.map(({ post }) => unseenFinders(post, finders))
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
    const wanted = [...finders, ...(why.otherWords ?? []).flatMap(findersOfWord)]
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

/** A post with its full text and all evidence. Null if the post was deleted. */
export async function showWholePost(
  { archive }: Pick<ShowResults, 'archive'>,
  ranked: ListedPost,
  { searcher, asOf }: Omit<ShownTo, 'keyword'>,
): Promise<PostReply | null> {
  const { post, match } = ranked
  const details = (await archive.listDetails([post.archiveId])).get(post.archiveId)
  if (details === undefined) return null
  return {
    ...describePost(post, match),
    ...offTopicField(ranked),
    ...details,
    scorerVersion: post.scorerVersion,
    ...alsoPostedIn(ranked),
    ...(isPro(searcher) ? proFields(post, details, asOf) : {}),
  }
}
