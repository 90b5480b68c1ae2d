import { parse } from 'csv-parse/sync'
import type { ForeignLists } from '#contract/community-lists.ts'
import { cutText } from '#contract/cut-text.ts'
import { countKeywordWords } from '#contract/keyword.ts'
import { limits } from '#contract/limits.ts'
import { csvOptions, detectDelimiter } from '../dump-files/read-csv-rows.ts'
import { isJsonObject, parseJson } from '../json-value.ts'

const piece = /-?"[^"]*"|\S+/gu
const filter = /^-?(?:site|type|subreddit|author|user|lang|language|url|title|body|flags?|in):/iu
const communityFilter = /^(?:subreddit:|site:\S*reddit\.com\/r\/|in:)(?:\/?r\/)?([\w.-]+)/iu
/** A name has no separator, so that a line is read in one way: two ways for each name are twice the work for each. */
const communityLine =
  /^(?:https?:\/\/[\w.]*reddit\.com)?\/?r\/[^\s/,;]+(?:[,;]+(?!\/?r\/)[^\s/,;]+)*\/?(?:[\s,;]+\/?r\/[^\s/,;]+(?:[,;]+(?!\/?r\/)[^\s/,;]+)*\/?)*[,;]*$/iu

type Found = { audiences: Map<string, Set<string>>; keywords: Set<string>; leftOut: Set<string> }

const audienceNames = /^(?:audience|audience ?name|list|list ?name|group|collection|folder|name|title)$/iu
const communityNames = /^(?:subreddits?|communit(?:y|ies)|subs?|subreddit ?names?|display_?name|reddits?)$/iu
const keywordNames =
  /^(?:keywords?|phrases?|terms?|quer(?:y|ies)|filters?|searches|tracked ?keywords?|alerts?)$/iu
const unnamed = 'imported'
const mostKeywords = 500

/** A name as a keyword takes it: `Indie Hackers` becomes `indie-hackers`. */
function listName(given: string): string {
  const name = given
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
  return cutText(name, 60) || unnamed
}

/** The names in a cell: `r/SaaS, /r/startups; https://www.reddit.com/r/Entrepreneur/`. */
function communitiesIn(cell: string): string[] {
  return cell
    .split(/[\s,;|]+/u)
    .map((name) => name.replace(/^(?:https?:\/\/)?(?:[\w.]*reddit\.com)?\/?r\//iu, '').replace(/\/.*$/u, ''))
    .filter((name) => /^[\p{L}\p{N}][\w.-]{0,99}$/u.test(name))
}

function addAudience(audiences: Found['audiences'], given: string, names: readonly string[]): void {
  const name = listName(given)
  const held = audiences.get(name) ?? new Set<string>()
  for (const one of names) held.add(one)
  if (held.size > 0) audiences.set(name, held)
}

/** Quotes and `-words` mean the same here; `site:` and `type:` are known to the other tool alone. */
function addKeyword({ keywords, leftOut, audiences }: Found, written: string): void {
  const folded = written.normalize('NFKC').replace(/[“”„]/gu, '"').replace(/\s+/gu, ' ').trim()
  const communities: string[] = []
  const words: string[] = []
  for (const [part] of folded.matchAll(piece)) {
    const community = communityFilter.exec(part)?.[1]
    if (community !== undefined) communities.push(community)
    else if (filter.test(part)) leftOut.add(`“${part}” is not known here and was left out.`)
    else if (!/^(?:AND|OR|NOT|\||&&|\|\|)$/u.test(part)) words.push(part)
    else leftOut.add(`“${part}” is not known here: all words are asked for, and -word excludes.`)
  }
  const keyword = words.join(' ')
  const asks = /[\p{L}\p{N}]/u.test(keyword)
  const isLong = countKeywordWords(keyword) > limits.keywordWords || keyword.length > limits.keywordCharacters
  if (asks && isLong) leftOut.add(`“${cutText(keyword, 60)}…” has more than ${limits.keywordWords} words.`)
  if (asks && !isLong) keywords.add(keyword)
  addAudience(audiences, asks && !isLong ? keyword : unnamed, communities)
}

/** Texts of a list of texts, or of objects that have one under a name like these. */
function textsOf(value: unknown, names: RegExp): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  return list.flatMap((one) => {
    if (typeof one === 'string') return [one]
    if (!isJsonObject(one)) return []
    return Object.entries(one).flatMap(([name, inner]) =>
      typeof inner === 'string' && (names.test(name) || /^name$/iu.test(name)) ? [inner] : [],
    )
  })
}

/** Objects with a list of communities are audiences, wherever they are; lists of keywords are keywords. */
function readJson(value: unknown, found: Found, depth = 0): void {
  if (depth > 6) return
  if (Array.isArray(value)) for (const one of value) readJson(one, found, depth + 1)
  if (!isJsonObject(value)) return
  const named = Object.entries(value).find(
    ([name, inner]) => audienceNames.test(name) && typeof inner === 'string',
  )
  for (const [name, inner] of Object.entries(value)) {
    if (communityNames.test(name)) {
      const names = textsOf(inner, communityNames).flatMap(communitiesIn)
      addAudience(found.audiences, typeof named?.[1] === 'string' ? named[1] : unnamed, names)
    } else if (keywordNames.test(name)) {
      for (const written of textsOf(inner, keywordNames)) addKeyword(found, written)
    } else readJson(inner, found, depth + 1)
  }
}

/** A table with a column of communities or of keywords; null where it has neither. */
function readTable(text: string, found: Found): true | null {
  const options = { ...csvOptions, delimiter: detectDelimiter(text), skip_empty_lines: true }
  const [header = [], ...rows]: string[][] = parse(text, options)
  const at = (names: RegExp) => header.findIndex((name) => names.test(name.trim()))
  const [audience, community, keyword] = [at(audienceNames), at(communityNames), at(keywordNames)]
  if (community === -1 && keyword === -1) return null
  for (const row of rows) {
    const cell = (column: number) => (row[column] ?? '').trim()
    if (community !== -1) addAudience(found.audiences, cell(audience), communitiesIn(cell(community)))
    if (keyword !== -1 && cell(keyword) !== '') addKeyword(found, cell(keyword))
  }
  return true
}

function readLines(text: string, found: Found): void {
  for (const line of text.split(/\r?\n/u).map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue
    if (communityLine.test(line)) {
      addAudience(found.audiences, unnamed, communitiesIn(line))
    } else addKeyword(found, line)
  }
}

function readInto(text: string, found: Found): void {
  const value = /^\s*[{[]/u.test(text) ? parseJson(text) : undefined
  if (value !== undefined) {
    readJson(value, found)
    return
  }
  try {
    if (readTable(text, found) !== null) return
  } catch {
    // No table: a lone quote of a phrase looks like one that is never closed.
  }
  readLines(text, found)
}

/** Audiences and keywords of an export of GummySearch (CSV, JSON), a list of F5Bot, or filters of Syften. */
export function readForeignLists(text: string): ForeignLists {
  const found: Found = { audiences: new Map(), keywords: new Set(), leftOut: new Set() }
  readInto(text.replace(/^\uFEFF/u, ''), found)
  const audiences = [...found.audiences].map(([name, held]) => ({ name, communities: [...held] }))
  const keywords = [...found.keywords]
  const leftOut = [...found.leftOut]
  if (keywords.length > mostKeywords) {
    leftOut.push(`Only the first ${mostKeywords} of ${keywords.length} keywords were read.`)
  }
  for (const { name, communities } of audiences) {
    const over = communities.length - limits.listedCommunities
    if (over > 0)
      leftOut.push(`${over} communities of “${name}” were left out: a list has ${limits.listedCommunities}.`)
  }
  return {
    audiences: audiences.slice(0, limits.communityLists).map(({ name, communities }) => ({
      name,
      communities: communities.slice(0, limits.listedCommunities),
    })),
    keywords: keywords.slice(0, mostKeywords),
    leftOut,
  }
}
