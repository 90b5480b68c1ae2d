import type { Evidence, PostScore, ScorablePost } from '../post-score.ts'
import { eachWord } from './each-word.ts'
import { emptyWordList, type WordList, wordNumber } from './word-list.ts'

/** A post with what its words earned. */
export type ScoredPost = ScorablePost & Pick<PostScore, 'opportunityScore' | 'evidence'>

/**
 * The words of all posts that can tell their subjects, one after the other: those of post `p` are from
 * `postFrom[p]` up to `postFrom[p + 1]`.
 */
export type TopicWords = {
  count: number
  postFrom: number[]
  /** Number of the word as written in lower case. */
  word: Int32Array
  stem: Int32Array
  /** Words of one number stand together without anything but blanks between them. */
  run: Int32Array
  /** How much the place counts: most in the title, then beside evidence. */
  place: Uint8Array
  texts: string[]
  /** By stem: what it tells of a subject, from 0 to 1. */
  tells: number[]
}

/** What is read of a body from its start, and on each side of evidence further down. */
const openingCharacters = 700
const aroundEvidence = 80
const mostEvidence = 6
const mostTitle = 300

/** How much words of the title count; in no other place do they count as much. */
export const titlePlace = 3
const evidencePlace = 2
const openingPlace = 1

/** Reads of every post the title, the opening, and what stands around its evidence. */
export function readTopicWords(posts: readonly ScoredPost[]): TopicWords {
  const list = emptyWordList()
  const words = emptyWords(list)
  let run = 0
  const add = (text: string, from: number, to: number, place: number) => {
    run++
    eachWord(text, from, to, (start, end, joined) => {
      if (!joined) run++
      const word = wordNumber(list, text, start, end)
      if (words.count === words.word.length) growWords(words)
      words.word[words.count] = word
      words.stem[words.count] = list.stems[word] ?? 0
      words.run[words.count] = run
      words.place[words.count] = place
      words.count++
    })
  }
  for (const post of posts) {
    add(post.title, 0, wordEdge(post.title, mostTitle), titlePlace)
    const opening = wordEdge(post.selftext, openingCharacters)
    let at = 0
    for (const zone of evidenceZones(post)) {
      if (at < opening) add(post.selftext, at, Math.min(opening, zone.from), openingPlace)
      add(post.selftext, Math.max(at, zone.from), zone.to, evidencePlace)
      at = zone.to
    }
    if (at < opening) add(post.selftext, at, opening, openingPlace)
    words.postFrom.push(words.count)
  }
  return words
}

function emptyWords({ texts, tells }: WordList): TopicWords {
  return { count: 0, postFrom: [0], ...wordArrays(1 << 16), texts, tells }
}

function wordArrays(capacity: number) {
  return {
    word: new Int32Array(capacity),
    stem: new Int32Array(capacity),
    run: new Int32Array(capacity),
    place: new Uint8Array(capacity),
  }
}

function growWords(words: TopicWords): void {
  const larger = wordArrays(words.word.length * 2)
  larger.word.set(words.word)
  larger.stem.set(words.stem)
  larger.run.set(words.run)
  larger.place.set(words.place)
  Object.assign(words, larger)
}

type Zone = { from: number; to: number }

/** Where the body tells of the need, in order and without overlaps. */
function evidenceZones({ selftext, evidence }: ScoredPost): Zone[] {
  const spans = evidence
    .filter(
      ({ signal, field, start, end, points }) =>
        field === 'selftext' && signal !== 'wording' && points > 0 && start < end,
    )
    .sort(compareEvidence)
    .slice(0, mostEvidence)
    .sort((a, b) => a.start - b.start)
  const zones: Zone[] = []
  for (const { start, end } of spans) {
    const from = wordEdge(selftext, Math.max(0, start - aroundEvidence))
    const to = wordEdge(selftext, end + aroundEvidence)
    const last = zones.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else zones.push({ from, to })
  }
  return zones
}

/** Moves an offset on to where a word ends, so that none is cut. */
function wordEdge(text: string, offset: number): number {
  if (offset <= 0) return 0
  let at = Math.min(text.length, offset)
  while (at < text.length && at < offset + 24 && text.charCodeAt(at) > 38) at++
  return at
}

/** Strongest first; of equals the one that stands first. */
export function compareEvidence(a: Evidence, b: Evidence): number {
  if (a.points !== b.points) return b.points - a.points
  if (a.field !== b.field) return a.field === 'title' ? -1 : 1
  return a.start - b.start || a.end - b.end || (a.signal < b.signal ? -1 : Number(a.signal > b.signal))
}
