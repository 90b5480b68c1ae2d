import { shortened } from './found-lists.ts'

/** The content of a cell or line: names of communities, and messages about parts that were left out. */
export type ReadCommunities = { names: string[]; leftOut: string[] }

type ReadWord = { names: string[]; problem: null } | { names: null; problem: string }

const isName = (text: string) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.@-]{0,99}$/u.test(text)
const redditAddress = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)*)reddit\.com(?::\d+)?(\/[^?#]*)?(?:[?#].*)?$/iu
/** Reddit's own hosts. Other subdomains are communities. */
const ownHosts =
  /^(?:www|old|new|np|m|i|v|amp|sh|api|oauth|out|preview|mod|ads|support|about|redditinc|[a-z]{2})$/iu
const ownFeeds: ReadonlySet<string> = new Set(['all', 'popular', 'friends', 'mod', 'random'])

const isNone = 'is not a community name'
const isPerson = 'is a user’s page, not a community'
const isCollection = 'is a user’s collection: its address does not name the communities in it'
const isNumber = 'is Reddit’s id of a community, not its name'

const none = (problem: string): ReadWord => ({ names: null, problem })

/** Reads several names: `a11y+accessibility+blind` is three communities. */
function readNames(written: string): ReadWord {
  const names = written.split('+')
  if (names.some((name) => /^u_/iu.test(name))) return none(isPerson)
  if (names.some((name) => /^t\d_[a-z0-9]+$/u.test(name))) return none(isNumber)
  return names.every(isName) ? { names, problem: null } : none(isNone)
}

/** The name after `r/`, up to the next slash. */
function readBehindSlash(rest: string): ReadWord {
  const written = rest.split(/[/?#]/u, 1)[0] ?? ''
  // `r/SaaS.rss` is a feed. Names of communities contain no period, so the ending is removed.
  const name = written.replace(/\.(?:rss|xml|json|compact|mobile|embed)$/iu, '')
  return ownFeeds.has(name.toLowerCase())
    ? none('is one of Reddit’s own pages, not a community')
    : readNames(name)
}

function readRedditAddress(host: string, path: string): ReadWord {
  const community = /^\/r\/(.+)$/iu.exec(path)?.[1]
  if (community !== undefined) return readBehindSlash(community)
  if (/^\/(?:u|user)\/[^/]+\/m\/./iu.test(path)) return none(isCollection)
  if (/^\/(?:u|user)\//iu.test(path)) return none(isPerson)
  const label = host.split('.')[0] ?? ''
  return label === '' || ownHosts.test(label) ? none(isNone) : readNames(label)
}

const marks = { before: '("\'“”<[*', behind: ')"\'“”>]*.,!?:' }

/** A word without surrounding brackets, quotes and marks. */
function inner(word: string): string {
  let [start, end] = [0, word.length]
  while (start < end && marks.before.includes(word.charAt(start))) start += 1
  while (end > start && marks.behind.includes(word.charAt(end - 1))) end -= 1
  return word.slice(start, end)
}

/**
 * Null unless a word is written like a community or a user: `r/name`, `u/name`, a URL, Lemmy's `!name@host`.
 */
function readMarked(word: string): ReadWord | null {
  const address = redditAddress.exec(word)
  if (address !== null) return readRedditAddress(address[1] ?? '', address[2] ?? '')
  const community = /^\/?r\/(.+)$/iu.exec(word)?.[1]
  if (community !== undefined) return readBehindSlash(community)
  const elsewhere = /^!([\p{L}\p{N}_]{1,60}@[a-z0-9.-]{1,200})$/iu.exec(word)?.[1]
  if (elsewhere !== undefined) return readNames(elsewhere)
  return /^\/?u(?:ser)?\/[^/]/iu.test(word) || /^u_./iu.test(word) ? none(isPerson) : null
}

const readWord = (word: string): ReadWord => readMarked(word) ?? readNames(word.replace(/\/$/u, ''))

const isBullet = (word: string) => !/[\p{L}\p{N}]/u.test(word) || /^\d+[.)]$/u.test(word)

const sentence = (written: string, problem: string) => `“${shortened(written)}” ${problem}; it was left out.`

const wordsOf = (text: string, between: RegExp) => text.split(between).filter((word) => word !== '')
const blank = /\s+/u
const blankOrComma = /[\s,;|]+/u

const isMarked = (word: string) => readMarked(inner(word)) !== null

const isJoining = (word: string) => /^(?:and|or|the|my|all|und|oder|et|ou|y|e|o|en|of)$/iu.test(word)
const isCount = (word: string) => /^\d[\d.]*[km]?$/iu.test(word)
const isBareName = (word: string) => isName(word) && !isJoining(word) && !isCount(word)

/** Whether a text has an `r/name` and all other words can be names, as in `Accounting r/Bookkeeping`. */
function areNames(words: readonly string[]): boolean {
  const bare = words.filter((word) => !isBullet(word) && !isMarked(word))
  return words.some(isMarked) && bare.every(isBareName)
}

type Chunk = { between: RegExp; takesBare: boolean }

/**
 * A single word is a name. If there are several words, the words written like communities are names. With
 * `takesBare`, bare words can be names, too.
 */
function readChunk(chunk: string, { between, takesBare }: Chunk): ReadCommunities {
  const words = wordsOf(chunk, between)
  const isAllNames = takesBare && areNames(words)
  const isOneName = (word: string) => words.length === 1 || (isAllNames && !isBullet(word))
  const read = words.map((word) => ({ word, read: (isOneName(word) ? readWord : readMarked)(inner(word)) }))
  if (read.every((one) => one.read === null)) return { names: [], leftOut: [sentence(chunk, isNone)] }
  const beside = read.filter((one) => one.read === null && !isBullet(one.word)).map(({ word }) => word)
  const problems = read.flatMap(({ word, read }) =>
    read === null || read.problem === null ? [] : [sentence(word, read.problem)],
  )
  return {
    names: read.flatMap((one) => one.read?.names ?? []),
    leftOut: [
      ...problems,
      ...(beside.length === 0 ? [] : [sentence(beside.join(' '), 'stands beside communities')]),
    ],
  }
}

function readChunks(cell: string, takesBare: boolean): ReadCommunities {
  const chunks = cell
    .split(/[,;|\r\n]+/u)
    .map((chunk) => chunk.trim())
    .filter((chunk) => /[\p{L}\p{N}]/u.test(chunk))
  const read = chunks.map((chunk) => readChunk(chunk, { between: blank, takesBare }))
  return { names: read.flatMap((one) => one.names), leftOut: read.flatMap((one) => one.leftOut) }
}

/**
 * Reads a cell of a column of communities. Each part between commas is a single name, or several names with
 * at least one `r/`.
 */
export const readCommunities = (cell: string): ReadCommunities => readChunks(cell, true)

/** Whether a text names a community or a user in Reddit's notation. Such a text is not a keyword. */
export const holdsCommunity = (text: string) => wordsOf(text, blankOrComma).some(isMarked)

/** Whether a text consists only of communities in Reddit's notation. */
export function isAllCommunities(text: string): boolean {
  const words = wordsOf(text, blankOrComma)
  return words.length > 0 && words.every((word) => readMarked(inner(word))?.names?.length)
}

/**
 * Reads a line that names communities. The line may be a sentence, a row of a table, or a list that starts
 * with a name.
 */
export function readCommunityLine(line: string): ReadCommunities {
  const [first = ''] = wordsOf(line, blankOrComma)
  const isCell = isMarked(first) && !line.startsWith('|')
  return isCell ? readChunks(line, false) : readChunk(line, { between: blankOrComma, takesBare: false })
}
