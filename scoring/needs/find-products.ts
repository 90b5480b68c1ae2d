import { holdsAgainst } from '../claim-words.ts'
import { competitor, namesProduct } from '../rules/competitor.ts'
import type { Signal } from '../signal.ts'
import { listComplaints } from './claims.ts'
import { type NeedPost, type PostSentence, sentencesShowing, wordsOf } from './need-post.ts'
import { stemWord, wordWeight } from './stem-word.ts'

/** A product in its most common spelling, the posts that name it, and one complaint about it per post. */
export type NamedProduct = { name: string; posts: number[]; against: PostSentence[] }

const known = new Set(competitor.families['a named product'].flatMap((phrase) => phrase.split('|')))
const platforms = new Set(competitor.families['a platform'].flatMap((phrase) => phrase.split('|')))
/** The signals whose sentences name products. */
const naming: readonly Signal[] = ['competitor', 'workaround', 'tried', 'pain', 'loss', 'solution_request']
const capitalised =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*(?:[.+&][\p{L}\p{N}]+)*(?: \p{Lu}[\p{L}\p{N}]+){0,2}(?![\p{L}\p{N}])/gu
/** URLs contain no names and are replaced by spaces, so that other offsets stay the same. */
const isAddress = /:\/\/|www\.|\w=/u
const withoutAddresses = (text: string) =>
  text.replaceAll(/\S+/gu, (run) => (isAddress.test(run) ? ' '.repeat(run.length) : run))
const plainName = /[\p{L}][\p{L}\p{N}]+/gu
const notNames = new Set(
  'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday english spanish french german chinese japanese korean european american canadian british australian america canada europe australia california london york texas internet christmas thanks edit update reddit redditors redditor'.split(
    ' ',
  ),
)

type FoundProduct = { forms: Map<string, number>; posts: Set<number>; against: PostSentence[] }

/** The products that posts name. The product with the most posts is first. */
export function findProducts(posts: readonly NeedPost[], members: readonly number[]): NamedProduct[] {
  const found = new Map<string, FoundProduct>()
  for (const post of members) {
    const held = listComplaints(posts, post)
    const firm = sentencesShowing(posts, post, ['competitor'])
    for (const sentence of sentencesShowing(posts, post, naming)) {
      const isFirm = sentence.field === 'selftext' && firm.some((one) => overlap(one, sentence))
      for (const name of namesIn(wordsOf(posts, sentence), isFirm)) {
        const key = name.toLowerCase()
        const product: FoundProduct = found.get(key) ?? { forms: new Map(), posts: new Set(), against: [] }
        found.set(key, product)
        product.forms.set(name, (product.forms.get(name) ?? 0) + 1)
        product.posts.add(post)
        const isTold = product.against.some((one) => one.post === post)
        const isHeld =
          held.some((one) => overlap(one, sentence)) && holdsAgainst(wordsOf(posts, sentence), name)
        if (!isTold && isHeld) product.against.push(sentence)
      }
    }
  }
  return [...found.values()]
    .filter(({ forms, posts: named }) => named.size > 1 || [...forms.keys()].some(isSure))
    .map(({ forms, posts: named, against: told }) => ({
      name: commonest(forms),
      posts: [...named],
      against: told,
    }))
    .sort((a, b) => b.posts.length - a.posts.length || (a.name < b.name ? -1 : 1))
}

function overlap(one: PostSentence, other: PostSentence): boolean {
  return one.field === other.field && one.start < other.end && other.start < one.end
}

/**
 * The most common form. Of equally common forms, the one with more capitals is chosen, then the first in the
 * alphabet.
 */
function commonest(forms: ReadonlyMap<string, number>): string {
  const capitals = (name: string) => name.replaceAll(/\P{Lu}/gu, '').length
  const [first] = [...forms].sort(
    ([a, ofA], [b, ofB]) => ofB - ofA || capitals(b) - capitals(a) || (a < b ? -1 : 1),
  )
  return first?.[0] ?? ''
}

/**
 * The names in a sentence. Known names count in any spelling; other names count only if the sentence
 * certainly names a product.
 */
function namesIn(sentence: string, isFirm: boolean): Set<string> {
  const names = new Set<string>()
  const covered = new Set<string>()
  if (isFirm) {
    for (const match of withoutAddresses(sentence).matchAll(capitalised)) {
      const name = trimName(match[0], match.index === 0)
      if (name === null) continue
      names.add(name)
      for (const part of name.toLowerCase().split(' ')) covered.add(part)
    }
  }
  for (const [word] of sentence.matchAll(plainName)) {
    const lower = word.toLowerCase()
    const isKnown = known.has(lower) && (namesProduct(lower) || /^\p{Lu}/u.test(word))
    if (isKnown && !covered.has(lower)) names.add(word)
  }
  return names
}

/** Removes ordinary words from both ends of a run of capitalised words. Null if no word is left. */
function trimName(text: string, opensSentence: boolean): string | null {
  const words = text.split(' ')
  if (opensSentence && !isSure(words[0] ?? '')) words.shift()
  while (words.length > 0 && isOrdinary(words[0] ?? '')) words.shift()
  while (words.length > 0 && isOrdinary(words.at(-1) ?? '')) words.pop()
  const [only = ''] = words
  if (words.length === 0 || (words.length === 1 && platforms.has(only.toLowerCase()))) return null
  return words.some((word) => isSure(word) || isRare(word)) ? words.join(' ') : null
}

/**
 * Whether this is certainly a name: it is known, has several words, or has a capital or digit inside. A cell
 * reference such as `AB12` is not a name.
 */
function isSure(name: string): boolean {
  const lower = name.toLowerCase()
  if (known.has(lower) || platforms.has(lower) || name.includes(' ')) return true
  return /\p{Ll}\p{Lu}|\p{L}{2}\p{N}/u.test(name) && !/^\p{Lu}{1,3}\d+$/u.test(name)
}

function isRare(word: string): boolean {
  const isAcronym = /^\p{Lu}+s?$/u.test(word)
  return word.length > 3 && !isAcronym && wordWeight(stemWord(word.toLowerCase())) === 1
}

function isOrdinary(word: string): boolean {
  const lower = word.toLowerCase()
  if (known.has(lower) || platforms.has(lower)) return false
  return notNames.has(lower) || word.length < 2 || wordWeight(stemWord(lower)) < 0.5
}
