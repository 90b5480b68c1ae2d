import { formsIn, plainForms, type SignEntry, signEntries } from './searched-words.ts'

/**
 * A lexeme, with its positions in the post that is being read. Chunks with the same lexeme share this object.
 */
export type Lexeme = { readonly lexeme: string; readsPost: number; places: number[] }

/**
 * A chunk of text and PostgreSQL's result for it: the lexeme of a word (null for a stop word), or several
 * lexemes. `form` is the chunk's lexeme as a word form; null if the form equals the stem.
 */
export type Chunk = {
  readonly written: string
  stem: Lexeme | null
  lexemes: readonly (readonly [lexeme: Lexeme, place: number])[]
  places: number
  form: Lexeme | null
  /** The word forms of the chunk, which are chunks too. */
  forms: readonly Chunk[]
}

/**
 * A post in chunks that PostgreSQL parses independently of each other. `forms` and `signs` are the other
 * entries of the post's vector; `forms` is null if the chunks contain all word forms.
 */
export type PostChunks = { title: Chunk[]; text: Chunk[]; forms: Chunk[] | null; signs: SignEntry[] }

/** PostgreSQL shortens vectors beyond these limits, so it has to build them itself. */
const most = { title: 2_000, text: 100_000, chunk: 200, places: 15_000, place: 16_383, placesOfLexeme: 250 }

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

type Find = (written: string) => Chunk

/** A chunk that is not parsed yet. */
export function startChunk(written: string): Chunk {
  return { written, stem: null, lexemes: [], places: 0, form: null, forms: [] }
}

export function addForms(chunk: Chunk, find: Find): void {
  const forms = formsIn(chunk.written)
  if (forms.length > 0) chunk.forms = forms.map(find)
}

/** Null if only PostgreSQL can parse the post. */
export function chunksOf(post: { title: string; selftext: string }, find: Find): PostChunks | null {
  if (post.title.length > most.title || post.selftext.length > most.text) return null
  const title = chunksIn(post.title)
  const text = title === null ? null : chunksIn(post.selftext)
  if (title === null || text === null) return null
  const chunks = { title: title.map(find), text: text.map(find) }
  const signs = signEntries(post)
  // The host of a URL is a chunk too, but its words are not word forms.
  if (post.title.includes(schemeEnd) || post.selftext.includes(schemeEnd))
    return { ...chunks, forms: plainForms(post).map(find), signs }
  return { ...chunks, forms: null, signs }
}

/** The two highest bits of a position. */
const weights = { A: 0xc000, B: 0x8000, C: 0x4000, D: 0 } as const

type Part = { after: number; weight: number }
export type Vector = { readonly lexeme: string; readonly places: readonly number[] }[]

let postsRead = 0

/** Collects the lexemes of one post. */
function makeCollector() {
  postsRead += 1
  const post = postsRead
  const found: Lexeme[] = []
  const isNew = (lexeme: Lexeme) => {
    if (lexeme.readsPost === post) return false
    lexeme.readsPost = post
    lexeme.places = []
    found.push(lexeme)
    return true
  }
  const add = (lexeme: Lexeme, place: number, weight: number) => {
    isNew(lexeme)
    lexeme.places.push(place | weight)
  }
  /**
   * Adds the lexemes of chunks after a position. Returns the last position, and the last position that has a
   * lexeme.
   */
  const addChunks = (chunks: readonly Chunk[], { after, weight }: Part) => {
    let at = after
    let last = after
    for (const { stem, lexemes, places } of chunks) {
      if (stem !== null) {
        last = at + 1
        add(stem, last, weight)
      } else
        for (const [lexeme, place] of lexemes) {
          add(lexeme, at + place, weight)
          if (at + place > last) last = at + place
        }
      at += places
    }
    return { at, last }
  }
  return { found, addChunks, addForm: isNew }
}

const isStorable = ({ places }: Lexeme) => places.length <= most.placesOfLexeme

/**
 * The positions continue after those of the stems, as when PostgreSQL joins two vectors. Null if a position
 * is too high.
 */
function entriesOfSigns(signs: readonly SignEntry[], after: number): Vector | null {
  const entries = signs.map(({ lexeme, places }) => ({
    lexeme,
    places: places.map(({ at, weight }) => (after + at) | weights[weight]),
  }))
  const tooHigh = signs.some(({ places }) => places.some(({ at }) => after + at >= most.place))
  return tooHigh ? null : entries
}

/**
 * The post's vector as entries in any order. Null if only PostgreSQL can build it. All chunks must have been
 * parsed before. The entries are valid until the next call.
 */
export function vectorOf(chunks: PostChunks): Vector | null {
  const { found, addChunks, addForm } = makeCollector()
  const title = addChunks(chunks.title, { after: 0, weight: weights.A })
  // Stop words at the end of the title have no position.
  const text = addChunks(chunks.text, { after: title.last, weight: weights.D })
  if (text.at > most.places || !found.every(isStorable)) return null
  const signs = entriesOfSigns(chunks.signs, Math.max(title.last, text.last))
  if (signs === null) return null
  const addAll = (forms: readonly Chunk[]) => {
    for (const { form } of forms) if (form !== null) addForm(form)
  }
  if (chunks.forms !== null) addAll(chunks.forms)
  else for (const part of [chunks.title, chunks.text]) for (const { forms } of part) addAll(forms)
  return signs.length === 0 ? found : [...found, ...signs]
}
