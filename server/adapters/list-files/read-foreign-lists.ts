import { parse } from 'csv-parse/sync'
import type { ForeignLists } from '#contract/community-lists.ts'
import { SourceError } from '#server/source-ports.ts'
import { csvOptions, detectDelimiter } from '../dump-files/read-csv-rows.ts'
import { readFeedOutlines } from '../feeds/opml-list.ts'
import { parseJson } from '../json-value.ts'
import { type FoundLists, openFoundLists, shortened } from './found-lists.ts'
import { holdsCommunity, isAllCommunities, readCommunities, readCommunityLine } from './read-communities.ts'
import { readListedJson } from './read-listed-json.ts'
import { withoutMarkdown } from './without-markdown.ts'

const piece = /-?"[^"]*"|\S+/gu
const filter = /^-?(?:site|type|subreddit|author|user|lang|language|url|title|body|flags?|in):/iu
const communityFilter = /^(?:subreddit:|site:(?=\S*reddit\.com\/r\/)|in:)(\S+)/iu

/** Matches a tag of HTML pages. `<market>` is none. */
const htmlTag =
  /<\/?(?:a|article|b|blockquote|body|br|button|code|div|em|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|label|li|link|main|meta|nav|ol|option|p|path|pre|script|section|select|span|strong|style|sub|sup|svg|table|tbody|td|th|thead|title|tr|ul)(?=[\s/>])|<!--/iu

/** Quotes and `-words` mean the same here as in the other tool, but `site:` and `type:` exist only there. */
function addKeyword(found: FoundLists, written: string): void {
  if (htmlTag.test(written)) {
    found.leaveOut(`“${shortened(written)}” is HTML, not a keyword; it was left out.`)
    return
  }
  const normalised = written.normalize('NFKC').replace(/[“”„]/gu, '"').replace(/\s+/gu, ' ').trim()
  const communities: string[] = []
  const words: string[] = []
  for (const [part] of normalised.matchAll(piece)) {
    const community = communityFilter.exec(part)?.[1]
    if (community !== undefined) communities.push(community)
    else if (filter.test(part)) found.leaveOut(`“${shortened(part)}” is not supported here and was left out.`)
    else if (!/^(?:AND|OR|NOT|\||&&|\|\|)$/u.test(part)) words.push(part)
    else found.leaveOut(`“${part}” is not supported here: all words are required, and -word excludes.`)
  }
  const keyword = words.join(' ')
  const asks = /[\p{L}\p{N}]/u.test(keyword)
  if (!asks && keyword !== '') found.leaveOut(`“${shortened(keyword)}” contains no word; it was left out.`)
  // A link in Markdown has its address in parentheses.
  const isAddress = /https?:\/\//iu.test(keyword) && (!keyword.includes(' ') || keyword.includes(']('))
  if (isAddress) found.leaveOut(`“${shortened(keyword)}” is an address, not a keyword; it was left out.`)
  const isAdded = asks && !isAddress && found.addKeyword(keyword)
  for (const one of communities) found.addCommunities(isAdded ? keyword : '', readCommunities(one))
}

/** The keywords in a cell. Commas within quotes do not separate them. */
const keywordsIn = (cell: string) =>
  (cell.match(/(?:"[^"]*"|[^",;|\n])+/gu) ?? [cell]).map((one) => one.trim()).filter((one) => one !== '')

/** Possible column names, in lower case without punctuation. */
const columns = {
  communities: /^(?:subreddits|communities|subs|reddits|subreddit names)$/u,
  community: /^(?:subreddit|community|sub|reddit|subreddit name|subreddit url|subreddit link)$/u,
  displayName: /^(?:display ?name|display name prefixed)$/u,
  list: /^(?:audience|audience ?name|list|list ?name|group|collection|folder)$/u,
  keyword: /^(?:keywords?|phrases?|terms?|quer(?:y|ies)|filters?|searches|tracked ?keywords?|alerts?)$/u,
}
const headerName = (header: string) =>
  header
    .toLowerCase()
    .replace(/[^a-z]+/gu, ' ')
    .trim()

type Columns = Record<'list' | 'community' | 'keyword', number>

/** Only this many columns are searched for communities or keywords. */
const mostColumns = 50

/** Finds a column in which every cell is a community in Reddit's notation, whatever its header is. */
function columnOfCommunities(header: readonly string[], rows: readonly string[][]): number {
  return header
    .slice(0, mostColumns)
    .findIndex(
      (name, at) =>
        !holdsCommunity(name) &&
        rows.some((row) => (row[at] ?? '').trim() !== '') &&
        rows.every((row) => (row[at] ?? '').trim() === '' || isAllCommunities(row[at] ?? '')),
    )
}

function findColumns(header: readonly string[], rows: readonly string[][]): Columns {
  const names = header.map(headerName)
  const at = (...kinds: RegExp[]) =>
    kinds.reduce((found, kind) => (found === -1 ? names.findIndex((name) => kind.test(name)) : found), -1)
  const keyword = at(columns.keyword)
  const many = at(columns.communities)
  // If a cell may contain several communities, the list has the name or title of the row. Otherwise, the
  // title may belong to the community.
  if (many !== -1)
    return { community: many, keyword, list: at(columns.list, columns.displayName, /^name$/u, /^title$/u) }
  const one = at(columns.community)
  if (one !== -1) return { community: one, keyword, list: at(columns.list, /^name$/u) }
  const own = at(columns.displayName)
  const community = own === -1 && keyword === -1 ? columnOfCommunities(header, rows) : own
  return { community, keyword, list: at(columns.list) }
}

function describeOthers(header: readonly string[], read: Columns): string[] {
  const others = header.filter((name, at) => name.trim() !== '' && !Object.values(read).includes(at))
  if (others.length === 0) return []
  const named = others.slice(0, 5).map((name) => `“${shortened(name.trim())}”`)
  const more = others.length - named.length
  return [`Columns that were not read: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`]
}

/** Reads a table with a column of communities or of keywords. Returns false if it has neither. */
function readTable(text: string, found: FoundLists): boolean {
  const options = { ...csvOptions, delimiter: detectDelimiter(text), skip_empty_lines: true }
  const [header = [], ...rows]: string[][] = parse(text, options)
  const read = findColumns(header, rows)
  const { list, community, keyword } = read
  if (community === -1 && keyword === -1) return false
  for (const row of rows) {
    const cell = (column: number) => (column === -1 ? '' : (row[column] ?? '').trim())
    const communities = readCommunities(cell(community))
    const named = cell(list)
    // An id of Reddit, or the name of the community itself, is not the name of a list.
    const isOwn =
      /^t\d_/u.test(named) || communities.names.some((name) => name.toLowerCase() === named.toLowerCase())
    found.addCommunities(isOwn ? '' : named, communities)
    if (cell(keyword) !== '') for (const one of keywordsIn(cell(keyword))) addKeyword(found, one)
    else if (cell(community) === '' && named !== '')
      found.leaveOut(`“${shortened(named)}” has no communities; it was left out.`)
  }
  for (const sentence of describeOthers(header, read)) found.leaveOut(sentence)
  return true
}

function readLines(text: string, found: FoundLists): void {
  for (const line of text.split(/\r\n|\r|\n/u).map((one) => one.trim())) {
    if (line === '' || /^#(?:\s|$)/u.test(line)) continue
    if (/^#{2,6}\s/u.test(line)) found.leaveOut(`“${shortened(line)}” is a heading; it was left out.`)
    else if (holdsCommunity(line)) found.addCommunities('', readCommunityLine(line))
    else addKeyword(found, line)
  }
}

/** The communities whose feeds an OPML list contains. Each folder is a list. */
function readOpml(text: string, found: FoundLists): void {
  for (const { address, isComment, folder, outline } of readFeedOutlines(text)) {
    const named = shortened(address || (outline.title ?? outline.text ?? 'An entry'))
    if (isComment) found.leaveOut(`“${named}” is commented out in the list; it was left out.`)
    else if (holdsCommunity(address)) found.addCommunities(folder, readCommunities(address))
    else found.leaveOut(`“${named}” is not the feed of a community; it was left out.`)
  }
}

/** A message for a file that certainly contains no list; null if it may. */
function findWrongKind(text: string): string | null {
  if (text.includes('\0') || text.startsWith('PK\u0003\u0004'))
    return 'This is not plain text: save the table as CSV and use that file.'
  if (/^\s*<(?:[?!]|[a-z][a-z0-9]*[\s/>])/iu.test(text))
    return 'This is a web page or XML, not a list: use CSV, JSON, or one community or keyword per line.'
  return /^\s*(?:\{\s*["}]|\[\s*["{[\]])/u.test(text)
    ? 'This looks like JSON, but is invalid or truncated, so nothing was read.'
    : null
}

/** The value of JSON or JSON lines; undefined if the text is neither. */
function readJsonText(text: string): unknown {
  if (!/^\s*[{[]/u.test(text)) return undefined
  const whole = parseJson(text)
  if (whole !== undefined) return whole
  const lines = text.split(/\r?\n/u).filter((line) => line.trim() !== '')
  const values = lines[1]?.trim().startsWith('{') ? lines.map(parseJson) : [undefined]
  return values.includes(undefined) ? undefined : values
}

function readBlock(text: string, found: FoundLists): void {
  try {
    if (readTable(text, found)) return
  } catch {
    // The text is not a table: an unbalanced quote in a phrase looks like an unclosed cell.
  }
  readLines(text, found)
}

function readInto(text: string, found: FoundLists): void {
  const value = readJsonText(text)
  if (value !== undefined) {
    readListedJson({ found, addKeyword: (written) => addKeyword(found, written) }, value)
    return
  }
  if (/<opml[\s>]/iu.test(text.slice(0, 2000))) {
    try {
      readOpml(text, found)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      found.leaveOut(`The file ${error.message}; nothing of it was read.`)
    }
    return
  }
  const wrong = findWrongKind(text)
  if (wrong !== null) {
    found.leaveOut(wrong)
    return
  }
  for (const block of withoutMarkdown(text)) readBlock(block, found)
}

/** Lists and keywords in an export of GummySearch (CSV, JSON), a list of F5Bot, or filters of Syften. */
export function readForeignLists(text: string): ForeignLists {
  const found = openFoundLists()
  readInto(text.replace(/^\uFEFF/u, ''), found)
  return found.close()
}
