import { limits } from '#contract/limits.ts'
import type { KeywordMatch, OtherPlace, SourceCoverage } from '#contract/search.ts'
import type { ArchivedPost, PostRank, RankedFind } from '#server/source-ports.ts'

/** A post in the results. */
export type ListedPost = {
  post: ArchivedPost
  match: KeywordMatch
  /** Likely off topic. */
  offTopic: boolean
  /** All posts that this result represents, itself included, best ranked first. */
  duplicates?: readonly ListedPost[]
}

export type FoundAnswer = { posts: ListedPost[]; coverage: SourceCoverage[] }

/**
 * Sorts the best posts first and posts that are likely off-topic last. Equal ranks are sorted by score, then
 * by id.
 */
export const bestFirst =
  <T extends PostRank>(postOf: (one: T) => Pick<ArchivedPost, 'opportunityScore' | 'archiveId'>) =>
  (a: T, b: T): number =>
    Number(a.offTopic) - Number(b.offTopic) ||
    b.rank - a.rank ||
    b.occurrences - a.occurrences ||
    postOf(b).opportunityScore - postOf(a).opportunityScore ||
    postOf(a).archiveId - postOf(b).archiveId

/** At most a hundred posts without duplicates: the best first, posts that are likely off-topic last. */
export function rankPosts(found: readonly RankedFind[]): ListedPost[] {
  const once = new Map<number, ListedPost>()
  for (const { post, match, offTopic } of found.toSorted(bestFirst(({ post }) => post))) {
    if (!once.has(post.archiveId)) once.set(post.archiveId, { post, match, offTopic })
  }
  return [...once.values()].slice(0, limits.resultsPerSearch)
}

/** With this many real posts, sample posts are not needed. */
const fewestAnswers = 3

/** Whether these real posts are enough without sample posts. */
export function answersAlone(found: readonly Pick<PostRank, 'match' | 'offTopic'>[]): boolean {
  return found.filter(({ match, offTopic }) => match !== 'related' && !offTopic).length >= fewestAnswers
}

/** Drops the sample posts if there are enough real posts. */
export function withoutSamples<
  T extends Pick<RankedFind, 'match' | 'offTopic'> & { post: { sample: boolean } },
>(found: readonly T[]): T[] {
  const real = found.filter(({ post }) => !post.sample)
  return answersAlone(real) ? real : [...found]
}

/** The scorer versions of these posts. There is one version, unless the archive is being rescored. */
export function scorerVersionOf(posts: readonly ListedPost[], current: string): string {
  const versions = [...new Set(posts.map(({ post }) => post.scorerVersion))].sort()
  return versions.length === 0 ? current : versions.join(', ')
}

type Answer = { posts: readonly ListedPost[]; coverage: readonly SourceCoverage[] }

/** If a keyword that looks misspelt finds more posts than this, it is probably spelt as intended. */
const mostOfMisspelt = 10

/**
 * Whether a search does not count: it found nothing, or it found almost nothing and another spelling is
 * suggested.
 */
export function costsNothing({ posts, coverage }: Answer): boolean {
  const isMisspelt = coverage.some(({ suggestions }) => suggestions?.didYouMean != null)
  return posts.length === 0 || (isMisspelt && posts.length <= mostOfMisspelt)
}

/** A shorter title does not prove that two posts are the same. */
const fewestTitleWords = 4
/** A title with at least this many words is enough if one of the posts has no text to compare. */
const unmistakableTitleWords = 8
/** Two posts with the same text of at least this length are the same post, whatever their titles are. */
const distinctCharacters = 150
/** The longer excerpt has to contain this share of the words of the shorter one. */
const sharedWords = 0.75
const fewestWords = 5

const saysCrossPost = /\b(?:x|cross)[- ]?post/iu

/** A title without `(x-post from r/there)`. Takes linear time, because each bracket is examined once. */
function withoutCrossPostTags(title: string): string {
  const pieces = title.split(/(?<=[\])])/u).map((piece) => {
    const open = piece.search(/[[(]/u)
    const isTag = open !== -1 && /[\])]$/u.test(piece) && saysCrossPost.test(piece.slice(open))
    return isTag ? `${piece.slice(0, open)} ` : piece
  })
  return pieces.join('')
}

function wordsOf(text: string): string[] {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return words === '' ? [] : words.split(' ')
}

type TitleKey = { words: string; count: number }

/** Every search reads up to a hundred titles, so ASCII titles are handled without a regular expression. */
function plainWordsOf(title: string): TitleKey | null {
  let words = ''
  let count = 0
  let isBetween = true
  for (let index = 0; index < title.length; index += 1) {
    const unit = title.charCodeAt(index)
    if (unit > 126) return null
    const lower = unit >= 65 && unit <= 90 ? unit + 32 : unit
    if ((lower >= 97 && lower <= 122) || (lower >= 48 && lower <= 57)) {
      if (isBetween) count += 1
      words += isBetween && count > 1 ? ` ${String.fromCharCode(lower)}` : String.fromCharCode(lower)
      isBetween = false
    } else isBetween = true
  }
  return { words, count }
}

/** The title as a key for comparison. Null if the title is too short. */
function titleKeyOf({ title }: ArchivedPost): TitleKey | null {
  const plain = title.includes('post') ? null : plainWordsOf(title)
  const words = plain === null ? wordsOf(withoutCrossPostTags(title)) : []
  const key = plain ?? { words: words.join(' '), count: words.length }
  return key.count < fewestTitleWords ? null : key
}

/** The excerpt as a key for comparison; null if it is too short to be distinctive. */
function excerptKeyOf({ excerpt }: ArchivedPost): string | null {
  return excerpt.length < distinctCharacters ? null : excerpt
}

/** For two posts with the same title: whether their texts match, or one of them only links to the other. */
function saySame(one: ArchivedPost, other: ArchivedPost, titleWords: number): boolean {
  const [fewer = new Set(), more = new Set()] = [one, other]
    .map((post) => new Set(wordsOf(post.excerpt)))
    .sort((a, b) => a.size - b.size)
  if (fewer.size < fewestWords) return titleWords >= unmistakableTitleWords
  return [...fewer].filter((word) => more.has(word)).length >= sharedWords * fewer.size
}

/** Posts that are the same post, best ranked first. */
type Group<T> = [T, ...T[]]

/**
 * The post that represents a group: the one with the best score, then the oldest. A related or off-topic post
 * never represents a post that has all words of the keyword.
 */
function leaderOf<T extends ListedPost>(group: Group<T>): T {
  const isRelated = group[0].match === 'related'
  return group.reduce((best, one) => {
    if ((one.match === 'related') !== isRelated || one.offTopic !== group[0].offTopic) return best
    const better = one.post.opportunityScore - best.post.opportunityScore
    const older = best.post.createdAt.getTime() - one.post.createdAt.getTime()
    return (better || older || best.post.archiveId - one.post.archiveId) > 0 ? one : best
  })
}

/**
 * Merges near-duplicates and cross-posts into the best ranked one. Such posts have the same long text, or the
 * same title and nearly the same text. The ranked order stays the same.
 */
export function deduplicate<T extends ListedPost>(ranked: readonly T[]): T[] {
  const groups: Group<T>[] = []
  const byTitle = new Map<string, Group<T>[]>()
  const byExcerpt = new Map<string, Group<T>>()
  for (const one of ranked) {
    const title = titleKeyOf(one.post)
    const excerpt = excerptKeyOf(one.post)
    const alike = title === null ? [] : (byTitle.get(title.words) ?? [])
    const group =
      (excerpt === null ? undefined : byExcerpt.get(excerpt)) ??
      alike.find(([first]) => saySame(first.post, one.post, title?.count ?? 0))
    const own: Group<T> = group ?? [one]
    if (group !== undefined) group.push(one)
    else {
      groups.push(own)
      if (title !== null) byTitle.set(title.words, [...alike, own])
    }
    if (excerpt !== null) byExcerpt.set(excerpt, own)
  }
  return groups.map((group) => (group.length === 1 ? group[0] : { ...leaderOf(group), duplicates: group }))
}

/** All posts with their duplicates. From posts in this order, `deduplicate` makes the same result again. */
export function withDuplicates(posts: readonly ListedPost[]): ListedPost[] {
  return posts.flatMap((one) => one.duplicates ?? [one])
}

/** The posts that count as results. Off-topic posts count only if there are no others. */
export function answering(posts: readonly ListedPost[]): readonly ListedPost[] {
  const onTopic = posts.filter(({ offTopic }) => !offTopic)
  return onTopic.length > 0 ? onTopic : posts
}

/** The flag `offTopic` of a result, which is omitted if it is false. */
export const offTopicField = ({ offTopic }: ListedPost) => (offTopic ? { offTopic: true as const } : {})

/** The other communities in which a post appeared. */
export function alsoPostedIn({ post, duplicates }: ListedPost): { alsoPostedIn?: OtherPlace[] } {
  if (duplicates === undefined) return {}
  const others = duplicates.map((one) => one.post).filter(({ archiveId }) => archiveId !== post.archiveId)
  return {
    alsoPostedIn: others.map(({ source, sourceId, community, url }) => ({
      source,
      id: sourceId,
      subreddit: community,
      url,
    })),
  }
}
