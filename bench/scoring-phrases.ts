import type { ScorablePost } from '#scoring/score-post.ts'
import { makeTokenizer } from '#scoring/text/tokenize.ts'
import { emptyTokens, markWords, opensSentence, quoted, type Tokens } from '#scoring/text/tokens.ts'
import { buildVocabulary } from '#scoring/text/vocabulary.ts'

const longestPhrase = 3
const leastPosts = 12
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
  const vocabulary = buildVocabulary([...markWords, 'http', 'https', 'www', ...wordsOf(posts)])
  const tokenize = makeTokenizer(vocabulary)
  const tokens = emptyTokens()
  const communities = new Map<string, Map<string, number>>()
  const count = (phrases: Set<string>, community: string) => {
    for (const phrase of phrases) {
      const counts = communities.get(phrase) ?? new Map<string, number>()
      counts.set(community, (counts.get(community) ?? 0) + 1)
      communities.set(phrase, counts)
    }
  }
  for (const post of posts) {
    const phrases = new Set<string>()
    for (const text of [post.title, post.selftext]) {
      tokenize(text, tokens)
      addPhrases(tokens, vocabulary.words, phrases)
    }
    count(phrases, post.community)
  }
  for (const { community, title, body } of counted) count(new Set([...title, ...body]), community)
  return [...communities]
    .filter(([, counts]) => {
      const all = [...counts.values()]
      const total = all.reduce((sum, one) => sum + one, 0)
      const largest = Math.max(...all)
      return total >= leastPosts && all.length >= leastCommunities && largest <= total * mostFromOneCommunity
    })
    .map(([phrase]) => phrase)
    .sort()
}

/** The distinct words of posts, in lower case and without apostrophes. */
export function wordsOf(posts: readonly ScorablePost[]): Set<string> {
  const words = new Set<string>()
  for (const { title, selftext } of posts) {
    const plain = `${title} ${selftext}`.toLowerCase().replace(/['’‘`]/g, '')
    for (const word of plain.match(/\p{Letter}[\p{Letter}\d]*/gu) ?? []) words.add(word)
  }
  return words
}

function addPhrases(tokens: Tokens, words: readonly string[], into: Set<string>): void {
  for (let from = 0; from < tokens.count; from++) {
    if (((tokens.flags[from] ?? 0) & quoted) !== 0) continue
    let phrase = ''
    for (let at = from; at < Math.min(tokens.count, from + longestPhrase); at++) {
      const word = tokens.word[at] ?? 0
      if (word === 0 || (at > from && ((tokens.flags[at] ?? 0) & opensSentence) !== 0)) break
      phrase = at === from ? (words[word] ?? '') : `${phrase} ${words[word] ?? ''}`
      into.add(phrase)
    }
  }
}
