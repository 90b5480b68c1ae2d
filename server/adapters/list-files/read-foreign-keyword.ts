import { countKeywordWords } from '#contract/keyword.ts'
import { limits } from '#contract/limits.ts'

export type ForeignKeyword = { keyword: string; communities: string[]; leftOut: string[] }

const piece = /-?"[^"]*"|\S+/gu
const filter = /^-?(?:site|type|subreddit|author|user|lang|language|url|title|body|flags?|in):/iu
const communityFilter = /^(?:subreddit:|site:\S*reddit\.com\/r\/|in:)(?:\/?r\/)?([\w.-]+)/iu

/** Quotes and `-words` mean the same here; `site:` and `type:` are known to the other tool alone. */
export function readForeignKeyword(written: string): ForeignKeyword {
  const folded = written.normalize('NFKC').replace(/[“”„]/gu, '"').replace(/\s+/gu, ' ').trim()
  const communities: string[] = []
  const leftOut: string[] = []
  const kept: string[] = []
  for (const [part] of folded.matchAll(piece)) {
    const community = communityFilter.exec(part)?.[1]
    if (community !== undefined) communities.push(community)
    else if (filter.test(part)) leftOut.push(`“${part}” is not known here and was left out.`)
    else if (!/^(?:AND|OR|NOT|\||&&|\|\|)$/u.test(part)) kept.push(part)
    else leftOut.push(`“${part}” is not known here: all words are asked for, and -word excludes.`)
  }
  const keyword = kept.join(' ')
  if (!/[\p{L}\p{N}]/u.test(keyword)) return { keyword: '', communities, leftOut }
  if (countKeywordWords(keyword) > limits.keywordWords || keyword.length > limits.keywordCharacters) {
    return {
      keyword: '',
      communities,
      leftOut: [...leftOut, `“${keyword.slice(0, 60)}…” has more than ${limits.keywordWords} words.`],
    }
  }
  return { keyword, communities, leftOut }
}
