import { stemWord } from './stem-word.ts'
import { type TopicWords, titlePlace } from './topic-words.ts'

/** `posts` are those members that have a telling word of the name. */
export type NamedTheme = { label: string; posts: number[] }

const mostWords = 4
/** What a word has to tell to begin or end a name. */
const leastTelling = 0.1
/** The part of the members that has to write a phrase for it to name them all; and each of two single words. */
const phraseShare = 0.25
const wordShare = 0.5
/** Two posts alone have to share a phrase. */
const leastWithoutPhrase = 3

const stemsOf = (words: string) => new Set(words.split(' ').map(stemWord))
/** May begin or end a name beside a telling word, and may stand inside one. */
const nameNouns = stemsOf(
  'software app system tool program management service site website list template time business process report plan data entry page form card account user team job shop store test order',
)
const joiners = new Set('of for the to and in on with a from by between into per'.split(' '))
const joinerWeight = 0
const nounWeight = 0.04

/** The telling words of a name, the members that write it, and the ways they write it. */
type Phrase = { stems: number[]; posts: Set<number>; forms: Forms; weight: number }
type Forms = Map<string, number>

/**
 * Names posts by the phrase of two to four words that most of them write and that tells most, else by the
 * two words that most of them have. Null when they share too little to be called one problem.
 */
export function nameTheme(
  members: readonly number[],
  words: TopicWords,
  stemWeights: Float64Array,
): NamedTheme | null {
  const centre = findCentre(members, words, stemWeights)
  const phrase = bestPhrase(members, words, centre)
  const stems = phrase === null ? twoWords(centre) : heaviestStem(phrase, centre)
  if (stems === null) return null
  const posts = members.filter((post) => stems.every((stem) => holds(words, post, stem, 0)))
  const titled = posts.filter((post) => holds(words, post, stems[0] ?? -1, titlePlace))
  const least = phrase === null ? leastWithoutPhrase : 2
  const leastTitled = phrase === null ? 1 : posts.length / 2
  if (posts.length < least || titled.length < leastTitled) return null
  const label =
    phrase === null
      ? stems.map((stem) => commonForm(posts, words, stem)).join(' and ')
      : commonest(phrase.forms)
  return { label, posts }
}

function heaviestStem({ stems }: Phrase, centre: Centre): number[] {
  const weightOf = (stem: number) => centre.get(stem)?.weight ?? 0
  return stems.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, 1)
}

/** What every stem adds to the subject of the members, by how many of them have it. */
type Centre = Map<number, { weight: number; share: number }>

function findCentre(members: readonly number[], words: TopicWords, stemWeights: Float64Array): Centre {
  const holders = new Map<number, number>()
  for (const post of members) {
    for (const stem of new Set(words.stem.subarray(words.postFrom[post], words.postFrom[post + 1]))) {
      holders.set(stem, (holders.get(stem) ?? 0) + 1)
    }
  }
  const centre: Centre = new Map()
  for (const [stem, count] of holders) {
    const weight = stemWeights[stem] ?? 0
    const share = count / members.length
    if (count > 1 && weight >= leastTelling) centre.set(stem, { weight: weight * share, share })
  }
  return centre
}

function bestPhrase(members: readonly number[], words: TopicWords, centre: Centre): Phrase | null {
  const phrases = new Map<string, Phrase>()
  for (const post of members) addPhrases(phrases, post, words, centre)
  let best: Phrase | null = null
  let most = 0
  for (const phrase of phrases.values()) {
    if (phrase.posts.size < Math.max(2, members.length * phraseShare)) continue
    const score = phrase.weight * phrase.posts.size
    if (score > most) {
      best = phrase
      most = score
    }
  }
  return best
}

/** What a word is worth in a name; -1 when it cannot be in one. */
function worthInName(words: TopicWords, at: number, centre: Centre): number {
  const telling = centre.get(words.stem[at] ?? 0)
  if (telling !== undefined) return telling.weight
  const text = words.texts[words.word[at] ?? 0] ?? ''
  if (joiners.has(text)) return joinerWeight
  return nameNouns.has(stemWord(text)) ? nounWeight : -1
}

function addPhrases(phrases: Map<string, Phrase>, post: number, words: TopicWords, centre: Centre): void {
  const { stem, run, postFrom } = words
  const end = postFrom[post + 1] ?? 0
  for (let from = postFrom[post] ?? 0; from < end; from++) {
    const stems: number[] = []
    let weight = 0
    let tells = false
    for (let to = from; to < Math.min(end, from + mostWords) && run[to] === run[from]; to++) {
      const one = stem[to] ?? 0
      const worth = worthInName(words, to, centre)
      if (worth < 0 || stems.includes(one) || (to === from && worth === joinerWeight)) break
      if (worth === joinerWeight) continue
      stems.push(one)
      weight += worth
      tells = tells || centre.has(one)
      if (to > from && tells) addPhrase(phrases, { post, from, to, stems, weight }, words, centre)
    }
  }
}

type Found = { post: number; from: number; to: number; stems: readonly number[]; weight: number }

function addPhrase(
  phrases: Map<string, Phrase>,
  found: Found,
  { word, texts, place }: TopicWords,
  centre: Centre,
): void {
  const key = [...found.stems].sort((a, b) => a - b).join(' ')
  let phrase = phrases.get(key)
  if (phrase === undefined) {
    const telling = found.stems.filter((stem) => centre.has(stem))
    phrase = { stems: telling, posts: new Set(), forms: new Map(), weight: found.weight }
    phrases.set(key, phrase)
  }
  phrase.posts.add(found.post)
  const text = Array.from(word.subarray(found.from, found.to + 1), (one) => texts[one]).join(' ')
  phrase.forms.set(text, (phrase.forms.get(text) ?? 0) + (place[found.from] ?? 0))
}

/** The form that counts most; of equals the shorter, then the first of the alphabet. */
function commonest(forms: Forms): string {
  const [first] = [...forms].sort(
    ([a, worthOfA], [b, worthOfB]) => worthOfB - worthOfA || a.length - b.length || (a < b ? -1 : 1),
  )
  return first?.[0] ?? ''
}

function commonForm(
  posts: readonly number[],
  { stem, word, place, texts, postFrom }: TopicWords,
  wanted: number,
): string {
  const forms: Forms = new Map()
  for (const post of posts) {
    for (let at = postFrom[post] ?? 0; at < (postFrom[post + 1] ?? 0); at++) {
      if (stem[at] !== wanted) continue
      const text = texts[word[at] ?? 0] ?? ''
      forms.set(text, (forms.get(text) ?? 0) + (place[at] ?? 0))
    }
  }
  return commonest(forms)
}

/** The two heaviest words that most members have. */
function twoWords(centre: Centre): number[] | null {
  const shared = [...centre].filter(([, { share }]) => share >= wordShare)
  const [first, second] = shared.sort(([, a], [, b]) => b.weight - a.weight)
  return first === undefined || second === undefined ? null : [first[0], second[0]]
}

/** Whether a post has a stem in a place that counts at least `leastPlace`. */
function holds(words: TopicWords, post: number, wanted: number, leastPlace: number): boolean {
  const { stem, place, postFrom } = words
  for (let at = postFrom[post] ?? 0; at < (postFrom[post + 1] ?? 0); at++) {
    if (stem[at] === wanted && (place[at] ?? 0) >= leastPlace) return true
  }
  return false
}
