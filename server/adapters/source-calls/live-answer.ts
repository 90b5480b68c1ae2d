import type { KeywordTerm } from '#contract/keyword-terms.ts'
import type { FoundPost, Post, SourceAnswer } from '#server/ports.ts'

export type LiveReading = {
  posts: readonly Post[]
  /** Posts that the source gave and we do not show. */
  leftOut: number
  /** Which those are, such as "advertisements and removed posts". */
  leftOutKinds: string
  /** Whole sentences about what was not read. */
  notes: readonly string[]
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const whole = new Intl.NumberFormat('en-US')

function newestOf(posts: readonly FoundPost[]): Date {
  return new Date(Math.max(...posts.map(({ post }) => post.createdAt.getTime())))
}

function describe(found: readonly FoundPost[], { leftOut, leftOutKinds, notes }: LiveReading): string | null {
  const count = found.length === 1 ? '1 post' : `${whole.format(found.length)} posts`
  const gave = found.length === 0 ? [] : [`It gave ${count}, the newest of ${day.format(newestOf(found))}.`]
  const without =
    leftOut === 0 ? [] : [`Left out of what it gave: ${whole.format(leftOut)} (${leftOutKinds}).`]
  const sentences = [...gave, ...without, ...notes]
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** Forms of one word share a stem; crude, but better than to show what was not wanted. */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ings?|ed|ers?|e?s|e|y)$/u, '')
  return stem.length >= 3 ? stem : word
}

function stemsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map(stemOf)
}

function holds(text: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  return text.some(
    (stem, at) => stem === wanted[0] && wanted.every((other, index) => text[at + index] === other),
  )
}

export function holdsExcluded(
  { title, selftext }: Pick<Post, 'title' | 'selftext'>,
  terms: readonly KeywordTerm[],
): boolean {
  const excluded = terms.filter((term) => term.excluded).map(({ words }) => stemsOf(words))
  if (excluded.length === 0) return false
  // A word between them, so that no phrase begins in the title and ends in the text.
  const inPost = [...stemsOf(title), '', ...stemsOf(selftext)]
  return excluded.some((stems) => stems.length > 0 && holds(inPost, stems))
}

/** Live sources do not say how much they hold; what was read, how fresh it is and what was not goes into `leftOut`. */
export function liveAnswer(reading: LiveReading, terms: readonly KeywordTerm[], most: number): SourceAnswer {
  const matching = reading.posts.filter((post) => !holdsExcluded(post, terms)).map((post) => ({ post }))
  const found = matching.slice(0, most)
  return {
    posts: found,
    coverage: {
      posts: null,
      oldestPostAt: null,
      newestPostAt: null,
      sample: false,
      leftOut: describe(found, reading),
    },
  }
}

const nothingAsked: LiveReading = {
  posts: [],
  leftOut: 0,
  leftOutKinds: '',
  notes: ['It was not asked: the keyword holds only excluded words.'],
}

export function unaskedAnswer(): SourceAnswer {
  return liveAnswer(nothingAsked, [], 0)
}
