import { boundedSentences, type ForeignLists } from '#contract/community-lists.ts'
import { cutText } from '#contract/cut-text.ts'
import { countKeywordWords } from '#contract/keyword.ts'
import { limits } from '#contract/limits.ts'

/** The lists and keywords found in an export. */
export type FoundLists = ReturnType<typeof openFoundLists>

const unnamed = 'imported'
const mostKeywords = 500
const nameCharacters = 60
const mostQuoted = 60

/** A text from the file, shortened for a message. */
export const shortened = (text: string) =>
  text.length <= mostQuoted ? text : `${cutText(text, mostQuoted)}…`

/** A name as it is written in a keyword: `Indie Hackers` becomes `indie-hackers`. */
function listName(given: string): string {
  const name = given
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+|-$/gu, '')
  return cutText(name, nameCharacters) || unnamed
}

const sameText = (text: string) => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()

type Audience = { name: string; communities: Map<string, string> }

/** Collects lists whose names may be similar: `C++` and `C#` stay different lists here. */
function openAudiences() {
  const byGiven = new Map<string, Audience>()
  /** For each name, the number of lists that wanted it so far. */
  const wanted = new Map<string, number>()
  const freeName = (name: string): string => {
    const before = wanted.get(name) ?? 0
    wanted.set(name, before + 1)
    return before === 0 ? name : freeName(`${name}-${before + 1}`)
  }
  return {
    add(given: string, communities: readonly string[]) {
      if (communities.length === 0) return
      const key = sameText(given) || unnamed
      const held = byGiven.get(key) ?? { name: freeName(listName(given)), communities: new Map() }
      byGiven.set(key, held)
      // Keeps the first spelling of each community.
      for (const one of communities) {
        const lower = one.toLowerCase()
        if (!held.communities.has(lower)) held.communities.set(lower, one)
      }
    },
    list: () =>
      [...byGiven.values()].map(({ name, communities }) => ({
        name,
        communities: [...communities.values()],
      })),
  }
}

function describeTooMany(audiences: ForeignLists['audiences'], keywords: number): string[] {
  const { communityLists, listedCommunities } = limits
  const lists = audiences.length - communityLists
  return [
    ...(keywords > mostKeywords ? [`Only the first ${mostKeywords} of ${keywords} keywords were read.`] : []),
    ...(lists > 0 ? [`Only the first ${communityLists} of ${audiences.length} lists were read.`] : []),
    ...audiences.slice(0, communityLists).flatMap(({ name, communities }) => {
      const over = communities.length - listedCommunities
      return over > 0
        ? [`${over} communities of “${name}” were left out: a list has ${listedCommunities}.`]
        : []
    }),
  ]
}

function keywordProblem(keyword: string): string | null {
  const { keywordWords, keywordCharacters } = limits
  if (countKeywordWords(keyword) > keywordWords) return `has more than ${keywordWords} words`
  return keyword.length > keywordCharacters ? `has more than ${keywordCharacters} characters` : null
}

export function openFoundLists() {
  const audiences = openAudiences()
  const keywords = new Map<string, string>()
  const leftOut = new Set<string>()
  return {
    /** `given` is '' if the list has no name. */
    addCommunities(
      given: string,
      { names, leftOut: others }: { names: readonly string[]; leftOut: readonly string[] },
    ) {
      audiences.add(given, names)
      for (const one of others) leftOut.add(one)
    },
    /** Returns whether the keyword is valid. An invalid keyword is reported. Case is ignored. */
    addKeyword(keyword: string): boolean {
      const problem = keywordProblem(keyword)
      if (problem !== null) leftOut.add(`“${shortened(keyword)}” ${problem}.`)
      else if (!keywords.has(keyword.toLowerCase())) keywords.set(keyword.toLowerCase(), keyword)
      return problem === null
    },
    leaveOut: (sentence: string) => void leftOut.add(sentence),
    /** The lists and keywords within the limits of an account. Anything beyond these limits is reported. */
    close(): ForeignLists {
      const listed = audiences.list()
      const tooMany = describeTooMany(listed, keywords.size)
      return {
        audiences: listed.slice(0, limits.communityLists).map(({ name, communities }) => ({
          name,
          communities: communities.slice(0, limits.listedCommunities),
        })),
        keywords: [...keywords.values()].slice(0, mostKeywords),
        leftOut: boundedSentences([...tooMany, ...leftOut]),
      }
    },
  }
}
