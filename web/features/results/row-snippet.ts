import { characterStart } from '#contract/cut-text.ts'
import { closestFinders, type KeywordFinder } from '#contract/is-in.ts'
import type { Evidence, SearchResult } from '#contract/search.ts'
import { firstMatch } from './split-keyword.ts'

/** A range of a text in UTF-16 offsets. */
type Stretch = { start: number; end: number }
/** The snippet of a row: pieces in order, each with its offset in the text. */
export type SnippetPiece = { text: string; start: number }

type Finders = readonly KeywordFinder[]
type Shown = Pick<SearchResult, 'title' | 'excerpt' | 'excerptStart' | 'evidence'>

const reasonCharacters = 120
const keywordLead = 30
const keywordCharacters = 90
/** The length of the snippet of a post whose text contains no reason. */
const plainCharacters = 160

/** The sentence with the most points; undefined if no sentence has positive points. */
export function bestReason({ evidence }: Pick<SearchResult, 'evidence'>): Evidence | undefined {
  return evidence
    .filter(({ start, end, points }) => end > start && points > 0)
    .toSorted((a, b) => b.points - a.points)[0]
}

/** Whether the offset is at white space or outside the text. */
const isGap = (text: string, at: number) => /^(?:\s|)$/u.test(text.charAt(at))

/** Moves the start and the end by a few letters where this avoids cutting a word. */
function betweenWords(text: string, { start, end }: Stretch): Stretch {
  let from = Math.max(0, start)
  while (from > 0 && start - from < 15 && !isGap(text, from - 1)) from -= 1
  let to = Math.min(text.length, end)
  while (to > from && end - to < 15 && !isGap(text, to)) to -= 1
  return { start: characterStart(text, from), end: end - to < 15 ? to : characterStart(text, end) }
}

function beginningOf(text: string, { start, end }: Stretch): Stretch {
  if (end - start <= reasonCharacters) return { start, end }
  return { start, end: betweenWords(text, { start, end: start + reasonCharacters }).end }
}

/** The fewest pieces of the excerpt that show the best reason and, unless it is in the title, the keyword. */
function excerptPieces(result: Shown, keyword: Finders, reason: Evidence | undefined): Stretch[] {
  const { title, excerpt, excerptStart } = result
  const finders = closestFinders(keyword, [title, reason?.words ?? '', excerpt])
  const pieces: Stretch[] = []
  if (reason?.field === 'selftext' && reason.words === undefined) {
    const start = reason.start - excerptStart
    pieces.push(beginningOf(excerpt, { start, end: reason.end - excerptStart }))
  }
  const seen = [title, reason?.words ?? '', ...pieces.map(({ start, end }) => excerpt.slice(start, end))]
  const isSeen = seen.some((text) => firstMatch(text, finders) !== -1)
  const at = isSeen ? -1 : firstMatch(excerpt, finders)
  if (at !== -1) {
    const start = Math.max(0, at - keywordLead)
    pieces.push(betweenWords(excerpt, { start, end: start + keywordCharacters }))
  }
  if (pieces.length === 0 && reason?.words === undefined) {
    pieces.push(betweenWords(excerpt, { start: 0, end: plainCharacters }))
  }
  const [first, last] = pieces.sort((a, b) => a.start - b.start)
  if (first === undefined || last === undefined || last.start > first.end + 3) return pieces
  return [{ start: first.start, end: Math.max(first.end, last.end) }]
}

export function rowSnippet(result: Shown, finders: Finders): SnippetPiece[] {
  const reason = bestReason(result)
  const pieces = excerptPieces(result, finders, reason).map(({ start, end }) => ({
    text: result.excerpt.slice(start, end),
    start: result.excerptStart + start,
  }))
  if (reason?.words !== undefined) {
    const { end } = beginningOf(reason.words, { start: 0, end: reason.words.length })
    pieces.push({ text: reason.words.slice(0, end), start: reason.start })
  }
  return pieces.filter(({ text }) => text.trim() !== '').sort((a, b) => a.start - b.start)
}
