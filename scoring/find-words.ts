import type { ScorablePost } from './post-score.ts'
import { emptySentences, listSentences } from './text/list-sentences.ts'
import { emptyMatches, matchPhrases } from './text/match-phrases.ts'
import { compilePhrases } from './text/phrase-trie.ts'
import { makeTokenizer } from './text/tokenize.ts'
import { emptyTokens } from './text/tokens.ts'

/** Words that were found in a post: their group, their text as written, and their UTF-16 offsets. */
type FoundWords = {
  group: string
  field: 'title' | 'selftext'
  start: number
  end: number
  text: string
}

/** Builds a function that finds groups of phrases, except phrases within a longer phrase of their group. */
export function makeWordFinder(
  groups: Readonly<Record<string, readonly string[]>>,
): (post: ScorablePost) => FoundWords[] {
  const names = Object.keys(groups)
  const phrases = names.flatMap((name, output) => (groups[name] ?? []).map((text) => ({ text, output })))
  const trie = compilePhrases(phrases)
  const tokenize = makeTokenizer(trie.vocabulary)
  const tokens = emptyTokens()
  const sentences = emptySentences()
  const matches = emptyMatches()
  return (post) => {
    const found: FoundWords[] = []
    for (const field of ['title', 'selftext'] as const) {
      tokenize(post[field], tokens)
      listSentences(tokens, sentences)
      matchPhrases(trie, { tokens, sentences }, matches)
      for (let at = 0; at < matches.count; at++) {
        const group = names[matches.output[at] ?? 0] ?? ''
        const start = tokens.start[matches.from[at] ?? 0] ?? 0
        const end = tokens.end[(matches.to[at] ?? 0) - 1] ?? 0
        const same = found.findLast((one) => one.group === group && one.field === field && start < one.end)
        if (same === undefined) found.push({ group, field, start, end, text: post[field].slice(start, end) })
        else if (end > same.end) {
          same.end = end
          same.text = post[field].slice(same.start, end)
        }
      }
    }
    return found
  }
}

/** The different texts that were found for one group, each in its first spelling. */
export function textsOf(found: readonly FoundWords[], group: string): string[] {
  const seen = new Map<string, string>()
  for (const one of found) {
    if (one.group === group && !seen.has(one.text.toLowerCase())) seen.set(one.text.toLowerCase(), one.text)
  }
  return [...seen.values()]
}
