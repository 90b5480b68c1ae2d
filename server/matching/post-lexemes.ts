import { wordEntries } from './searched-words.ts'

/** A chunk of text with PostgreSQL's result: the stem of a word ('' for a stop word), or several lexemes. */
export type Chunk = {
  readonly written: string
  stem: string | null
  lexemes: readonly (readonly [lexeme: string, place: number])[]
  places: number
}

/**
 * A post in chunks that PostgreSQL parses independently of each other, and the other entries of its vector.
 */
export type PostChunks = { title: Chunk[]; text: Chunk[]; forms: Chunk[]; signs: string[] }

/** PostgreSQL shortens vectors beyond these limits, so it has to build them itself. */
const most = { title: 2_000, text: 100_000, chunk: 200, places: 15_000, placesOfLexeme: 250 }

const hostPart = /[^\s/)\]]*/y
const addressRest = /[^\s)\]]*/y
const schemeEnd = '://'
const signedNumber = /-[0-9]/
const signedNumbers = /-([0-9])/g
const isAscii = /^[\0-\x7f]*$/
/** Only ASCII, because PostgreSQL splits other characters by tables of its own. */
const chunk = /[^ \t\n\v\f\r/\\.|_~+,;:!?()"'[\]{}*#=>`$^%]+/g
/** An entity such as `&#39;` is one chunk. */
const chunkOrEntity = /[^ \t\n\v\f\r/\\.|_~+,:!?()"'[\]{}*=>`$^%]+/g

const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** The offset at which a sticky pattern stops matching. The pattern may match the empty text. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  pattern.test(text)
  return pattern.lastIndex
}

/** Removes the paths of URLs in one pass; only their hosts remain. */
function withoutPaths(text: string): string {
  let kept = ''
  let from = 0
  for (let at = text.indexOf(schemeEnd); at >= 0; at = text.indexOf(schemeEnd, Math.max(at + 1, from))) {
    let start = at
    while (start > from && isLetter(text.charCodeAt(start - 1))) start -= 1
    const first = at + schemeEnd.length
    const hostEnd = endOf(hostPart, text, first)
    if (start === at || hostEnd === first) continue
    const prefix = text.slice(first, first + 4).toLowerCase() === 'www.' && hostEnd > first + 4 ? 4 : 0
    kept += text.slice(from, start) + text.slice(first + prefix, hostEnd)
    from = endOf(addressRest, text, hostEnd)
  }
  return kept + text.slice(from)
}

/** Words are separated by the same characters as in `asWords` (searched-words.ts), and by a few more. */
function chunksIn(text: string): string[] | null {
  // PostgreSQL has to parse the post, because a tag may contain white space.
  if (text.includes('<')) return null
  const plain = isAscii.test(text)
  const hasAddress = text.includes(schemeEnd)
  if (hasAddress && !plain) return null
  const ofUrls = hasAddress ? withoutPaths(text) : text
  const words = signedNumber.test(text) ? ofUrls.replaceAll(signedNumbers, ' $1') : ofUrls
  const found = (plain ? words.toLowerCase() : words).match(words.includes('&') ? chunkOrEntity : chunk) ?? []
  if (found.some(({ length }) => length > most.chunk)) return null
  return plain ? found : found.map((one) => (isAscii.test(one) ? one.toLowerCase() : one))
}

/** Null if only PostgreSQL can parse the post. */
export function chunksOf(
  post: { title: string; selftext: string },
  find: (written: string) => Chunk,
): PostChunks | null {
  if (post.title.length > most.title || post.selftext.length > most.text) return null
  const title = chunksIn(post.title)
  const text = title === null ? null : chunksIn(post.selftext)
  if (title === null || text === null) return null
  const { forms, signs } = wordEntries(post)
  return { title: title.map(find), text: text.map(find), forms: forms.map(find), signs }
}

type Places = Map<string, string>

/**
 * Adds the lexemes of chunks after a position. Returns the last position, and the last position of a lexeme.
 */
function addChunks(places: Places, chunks: readonly Chunk[], { after, weight }: Part) {
  let at = after
  let last = after
  const add = (lexeme: string, place: number) => {
    const before = places.get(lexeme)
    places.set(lexeme, before === undefined ? `${place}${weight}` : `${before},${place}${weight}`)
    if (place > last) last = place
  }
  for (const { stem, lexemes, places: own } of chunks) {
    if (stem === null) for (const [lexeme, place] of lexemes) add(lexeme, at + place)
    else if (stem !== '') add(stem, at + 1)
    at += own
  }
  return { at, last }
}
type Part = { after: number; weight: string }

const escaped = (lexeme: string) => lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")
const isShort = (places: string) =>
  places.length < 2 * most.placesOfLexeme || places.split(',').length <= most.placesOfLexeme

/**
 * The post's vector in PostgreSQL's notation, without its sign words. Null if only PostgreSQL can build it.
 * All chunks must have been parsed before.
 */
export function vectorOf(chunks: PostChunks): string | null {
  const places: Places = new Map()
  const title = addChunks(places, chunks.title, { after: 0, weight: 'A' })
  // Stop words at the end of the title have no position.
  const text = addChunks(places, chunks.text, { after: title.last, weight: '' })
  if (text.at > most.places || ![...places.values()].every(isShort)) return null
  const entries: string[] = []
  for (const [lexeme, written] of places) entries.push(`'${escaped(lexeme)}':${written}`)
  for (const { written, stem } of chunks.forms)
    if (stem !== '' && stem !== written) entries.push(`'=${written}'`)
  return entries.join(' ')
}
