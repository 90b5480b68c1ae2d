import { limits } from '#contract/limits.ts'
import type { Evidence, KeywordPassage, SearchResult } from '#contract/search.ts'
import type { ArchivedPost } from '#server/ports.ts'
import { cutPassage, passagesOf } from './passage-rules.ts'

type ShownText = Pick<
  SearchResult,
  'excerpt' | 'excerptStart' | 'textCharacters' | 'evidence' | 'keywordPassages'
>

/** So much of a sentence says what it is about. */
const reasonCharacters = 90
const leastOfReason = 70

/** A piece of a text, beginning at the offset `start` of the whole. */
type Piece = KeywordPassage

const endOf = ({ text, start }: Piece) => start + text.length
const isIn = (pattern: RegExp, text: string) => text.search(pattern) !== -1

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
 * it stands elsewhere. `selftext` is the whole text, where what is kept for lists does not show the keyword.
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
    evidence: reason === null ? [] : [toldReason(reason, shown, from)],
    ...(keywordPassages.length === 0 ? {} : { keywordPassages }),
  }
}

/** The reason, with its words where the piece that is shown does not hold it. */
function toldReason(reason: Evidence, shown: Piece, from: Piece): Evidence {
  // What told it is for who looks closer, and comes with the whole post.
  const { words, cues: _, ...place } = reason
  if (reason.field === 'title' || reasonWithin(reason, shown) !== null) return place
  const written = words ?? from.text.slice(reason.start - from.start, reason.end - from.start)
  return { ...place, words: written.slice(0, reasonCharacters).toWellFormed() }
}
