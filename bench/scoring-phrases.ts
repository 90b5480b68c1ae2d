import type { ScorablePost } from '#scoring/score-post.ts'
import { makeTokenizer } from '#scoring/text/tokenize.ts'
import {
  emptyTokens,
  linkWords,
  markWords,
  opensSentence,
  quoted,
  type Tokens,
} from '#scoring/text/tokens.ts'
import { buildVocabulary } from '#scoring/text/vocabulary.ts'

const longestPhrase = 3
const leastPosts = 32
const leastCommunities = 4
/** A phrase that one community uses this much more than others is a topic, not a way to tell a need. */
const mostFromOneCommunity = 0.5

/** What is known of a post whose text is not kept. */
type PhrasesOfPost = { community: string; title: readonly string[]; body: readonly string[] }

/** Words and phrases of the training posts that may get a weight: common enough, and in no community's hands. */
export function candidatePhrases(
  posts: readonly ScorablePost[],
  counted: readonly PhrasesOfPost[] = [],
): string[] {
  const read = makePhraseReader(posts)
  const kept = new Set<string>()
  for (let length = 1; length <= longestPhrase; length++) {
    for (const phrase of commonPhrases(posts, counted, (post) => read(post, length, length, kept)))
      kept.add(phrase)
  }
  const communities = new Map<string, Map<string, number>>()
  const count = (phrases: Iterable<string>, community: string) => {
    for (const phrase of phrases) {
      if (!kept.has(phrase)) continue
      const counts = communities.get(phrase) ?? new Map<string, number>()
      counts.set(community, (counts.get(community) ?? 0) + 1)
      communities.set(phrase, counts)
    }
  }
  for (const post of posts) count(read(post, 1, longestPhrase, kept), post.community.toLowerCase())
  for (const { community, title, body } of counted)
    count(new Set([...title, ...body]), community.toLowerCase())
  return [...communities]
    .filter(([, counts]) => {
      const all = [...counts.values()]
      const total = all.reduce((sum, one) => sum + one, 0)
      const largest = Math.max(...all)
      return all.length >= leastCommunities && largest <= total * mostFromOneCommunity
    })
    .map(([phrase]) => phrase)
    .sort()
}

/** Those of the phrases read in each post that enough posts have. */
function commonPhrases(
  posts: readonly ScorablePost[],
  counted: readonly PhrasesOfPost[],
  read: (post: ScorablePost) => Set<string>,
): string[] {
  const uses = new Map<string, number>()
  for (const post of posts) for (const phrase of read(post)) uses.set(phrase, (uses.get(phrase) ?? 0) + 1)
  for (const { title, body } of counted) {
    for (const phrase of new Set([...title, ...body])) {
      const before = uses.get(phrase)
      if (before !== undefined) uses.set(phrase, before + 1)
    }
  }
  return [...uses].filter(([, count]) => count >= leastPosts).map(([phrase]) => phrase)
}

/** Every word of a post, in lower case and without apostrophes. */
export function wordsIn({ title, selftext }: ScorablePost): readonly string[] {
  const plain = `${title} ${selftext}`.toLowerCase().replace(/['’‘`]/g, '')
  return plain.match(/\p{Letter}[\p{Letter}\d]*/gu) ?? []
}

/** The distinct words of posts. */
export function wordsOf(posts: readonly ScorablePost[]): Set<string> {
  const words = new Set<string>()
  for (const post of posts) for (const word of wordsIn(post)) words.add(word)
  return words
}

/**
 * Reads the phrases of some lengths in a post. Of several words only those whose beginning and end are kept already: a
 * phrase is no commoner than its parts, and there are too many to count them all.
 */
function makePhraseReader(posts: readonly ScorablePost[]) {
  const vocabulary = buildVocabulary([...markWords, ...linkWords, ...wordsOf(posts)])
  const tokenize = makeTokenizer(vocabulary)
  const tokens = emptyTokens()
  return (post: ScorablePost, shortest: number, longest: number, kept: ReadonlySet<string>): Set<string> => {
    const phrases = new Set<string>()
    for (const text of [post.title, post.selftext]) {
      tokenize(text, tokens)
      addPhrases({ tokens, words: vocabulary.words, shortest, longest, kept }, phrases)
    }
    return phrases
  }
}

type PhraseReading = {
  tokens: Tokens
  words: readonly string[]
  shortest: number
  longest: number
  kept: ReadonlySet<string>
}

function addPhrases({ tokens, words, shortest, longest, kept }: PhraseReading, into: Set<string>): void {
  for (let from = 0; from < tokens.count; from++) {
    if (((tokens.flags[from] ?? 0) & quoted) !== 0) continue
    let phrase = ''
    let end = ''
    for (let at = from; at < Math.min(tokens.count, from + longest); at++) {
      const word = tokens.word[at] ?? 0
      if (word === 0 || (at > from && ((tokens.flags[at] ?? 0) & opensSentence) !== 0)) break
      const name = words[word] ?? ''
      if (at > from) {
        end = end === '' ? name : `${end} ${name}`
        if (!kept.has(phrase) || !kept.has(end)) break
      }
      phrase = at === from ? name : `${phrase} ${name}`
      if (at - from + 1 >= shortest) into.add(phrase)
    }
  }
}
