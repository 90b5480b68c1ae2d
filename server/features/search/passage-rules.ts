import type { KeywordPassage } from '#contract/search.ts'

/** About a line of a list. */
const passageCharacters = 80
/** So much of the text stands before the first of the words. */
const leadCharacters = 20
const mostPassages = 3
/** Places of one term that are looked at. */
const mostPlaces = 50

// Unlike `test`, it leaves no place in the pattern where the next look would begin.
const isIn = (pattern: RegExp, text: string) => text.search(pattern) !== -1

type Shown = { title: string; excerpt: string }

/** The patterns whose words a reader of title and excerpt does not see. */
export function unseenPatterns({ title, excerpt }: Shown, patterns: readonly RegExp[]): RegExp[] {
  return patterns.filter((pattern) => !isIn(pattern, title) && !isIn(pattern, excerpt))
}

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
export function cutPassage(
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
