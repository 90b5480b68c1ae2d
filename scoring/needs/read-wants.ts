import type { Signal } from '../signal.ts'
import { eachWord, plainWord } from './each-word.ts'
import type { NeedPost } from './need-post.ts'
import { stemWord, wordWeight } from './stem-word.ts'

type WordList = ReturnType<typeof emptyWordList>

/** The distinct words of one result, numbered as they come, with the number of the stem of each. */
const emptyWordList = () => ({
  texts: [] as string[],
  stems: [] as number[],
  /** By stem: what it tells of a subject, from 0 to 1. */
  tells: [] as number[],
  ofStem: new Map<string, number>(),
  /** By word as it was written: several are one word. */
  ofWritten: new Map<string, number>(),
  ofText: new Map<string, number>(),
})

/** The number of a word of a text. */
function wordNumber(list: WordList, written: string): number {
  const known = list.ofWritten.get(written)
  if (known !== undefined) return known
  const letters = written.toLowerCase().replaceAll(/['\u2019]/gu, '')
  const number = list.ofText.get(letters) ?? addText(list, written)
  list.ofText.set(letters, number)
  list.ofWritten.set(written, number)
  return number
}

function addText(list: WordList, written: string): number {
  const text = plainWord(written)
  const stem = stemWord(text)
  const number = list.ofStem.get(stem) ?? list.tells.push(wordWeight(stem)) - 1
  list.ofStem.set(stem, number)
  list.texts.push(text)
  return list.stems.push(number) - 1
}

/** How often each word or stem stands in a part of a post, by its number; what stands in a title counts more. */
export type Bag = ReadonlyMap<number, number>

/** Sentences that tell what somebody wants done. */
export const jobSignals: readonly Signal[] = ['solution_request', 'own_need', 'software_job', 'requirement']
/** Sentences that tell of the trouble it comes from. */
const troubleSignals: readonly Signal[] = ['pain', 'workaround', 'loss', 'tried']
const openingCharacters = 500
const mostTitle = 300
const counts = { title: 3, job: 2, opening: 1 }
/** More than a result has stems. */
const phraseBase = 2 ** 26

export function stemsOfPhrase(phrase: number): [number, number] {
  return [Math.floor(phrase / phraseBase), phrase % phraseBase]
}

export type Wants = ReturnType<typeof readWants>

/** What posts want, post by post: the title, the sentences that tell the job with it, and how the post begins with both. */
export function readWants(posts: readonly NeedPost[]) {
  const list = emptyWordList()
  const read = posts.map((post) => {
    const title = post.title.slice(0, mostTitle)
    const jobs = sentencesOf(post, jobSignals)
    const phrases = new Set<number>()
    for (const text of [title, ...jobs]) addPhrases(list, phrases, text)
    const titleWords = new Map<number, number>()
    countWords(list, titleWords, { texts: [title], times: counts.title })
    const jobWords = new Map(titleWords)
    countWords(list, jobWords, { texts: jobs, times: counts.job })
    const openingWords = new Map(jobWords)
    const opening = [...sentencesOf(post, troubleSignals), post.selftext.slice(0, openingCharacters)]
    countWords(list, openingWords, { texts: opening, times: counts.opening })
    return { titleWords, jobWords, openingWords, phrases }
  })
  const stemmed = (bags: readonly Bag[]) => bags.map((bag) => stemsOf(list, bag))
  const titleWords = read.map((one) => one.titleWords)
  const jobWords = read.map((one) => one.jobWords)
  return {
    list,
    /** Words by their number, then stems by theirs. */
    titleWords,
    jobWords,
    titles: stemmed(titleWords),
    jobs: stemmed(jobWords),
    openings: stemmed(read.map((one) => one.openingWords)),
    /** Two stems that stand together in title or job, as one number: see `stemsOfPhrase`. */
    phrases: read.map((one) => one.phrases),
  }
}

/** The sentences of the text that show one of the signals, each once. */
function sentencesOf({ selftext, evidence }: NeedPost, wanted: readonly Signal[]): string[] {
  const seen = new Set<number>()
  return evidence.flatMap(({ signal, field, start, end }) => {
    const isWanted = field === 'selftext' && end > start && wanted.some((one) => one === signal)
    if (!isWanted || seen.has(start)) return []
    seen.add(start)
    return [selftext.slice(start, end)]
  })
}

function countWords(
  list: WordList,
  bag: Map<number, number>,
  { texts, times }: { texts: readonly string[]; times: number },
): void {
  for (const text of texts) {
    eachWord(text, (word) => {
      const number = wordNumber(list, word)
      bag.set(number, (bag.get(number) ?? 0) + times)
    })
  }
}

function addPhrases(list: WordList, phrases: Set<number>, text: string): void {
  let before = -1
  eachWord(text, (word, joined) => {
    const stem = list.stems[wordNumber(list, word)] ?? 0
    if (joined && before >= 0 && before !== stem)
      phrases.add(Math.min(before, stem) * phraseBase + Math.max(before, stem))
    before = stem
  })
}

function stemsOf(list: WordList, words: Bag): Bag {
  const stems = new Map<number, number>()
  for (const [word, times] of words) {
    const stem = list.stems[word] ?? 0
    stems.set(stem, (stems.get(stem) ?? 0) + times)
  }
  return stems
}
