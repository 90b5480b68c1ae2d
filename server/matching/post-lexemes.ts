import { ChunkTable } from './chunk-table.ts'
import { LexemeTable } from './lexeme-table.ts'
import { formsIn, type SignEntry, signEntries } from './searched-words.ts'

/**
 * A post in chunks that PostgreSQL parses independently of each other, by their numbers. `formed` and `signs`
 * are the other entries of the post's vector: the chunks whose word forms it contains, or null if these are all
 * chunks, and its sign words.
 */
export type PostChunks = { title: number[]; text: number[]; formed: number[] | null; signs: SignEntry[] }

/** PostgreSQL's result for a chunk: its lexemes with their positions, and how many positions it takes. */
export type ParsedChunk = {
  lexemes: readonly (readonly [lexeme: string, places: readonly number[]])[]
  places: number
}

/** PostgreSQL shortens vectors beyond these limits, so it has to build them itself. */
const most = { title: 2_000, text: 100_000, places: 15_000, place: 16_383, placesOfLexeme: 250 }

const hostPart = /[^\s/)\]]*/y
const addressRest = /[^\s)\]]*/y
const untilSpace = /\S*/y
const schemeEnd = '://'
const signedNumber = /-[0-9]/
const isAscii = /^[\0-\x7f]*$/

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

/** Replaces URLs with spaces, as `plainForms` (searched-words.ts) does. */
function withoutAddresses(text: string): string {
  let kept = ''
  let from = 0
  for (let at = text.indexOf(schemeEnd); at >= 0; at = text.indexOf(schemeEnd, Math.max(at + 1, from))) {
    let start = at
    while (start > from && isLetter(text.charCodeAt(start - 1))) start -= 1
    const end = endOf(untilSpace, text, at + schemeEnd.length)
    if (start === at || end === at + schemeEnd.length) continue
    kept += `${text.slice(from, start)} `
    from = end
  }
  return kept + text.slice(from)
}

/** The two highest bits of a position. */
const weights = { A: 0xc000, B: 0x8000, C: 0x4000, D: 0 } as const

/** A chunk without a lexeme of its own: a stop word, or one with several lexemes. */
const none = 0
const several = -1

const plain = { signed: false, entities: false }
const noForms: readonly number[] = []

/** The words of posts, with PostgreSQL's results for them. All are numbers, because there are so many of them. */
export class Vocabulary {
  readonly #chunks = new ChunkTable()
  readonly #lexemes = new LexemeTable()
  /** By the number of a chunk: the word forms of the chunk, which are chunks too. */
  readonly #formsOf: (readonly number[])[] = [noForms]
  readonly #isKnown: boolean[] = [false]
  /** By the number of a chunk: its only lexeme, or `none` or `several`. */
  readonly #stems: number[] = [none]
  readonly #several = new Map<number, readonly (readonly [lexeme: number, place: number])[]>()
  readonly #places: number[] = [0]
  /** By the number of a chunk: its lexeme as a word form, or `none` if it equals the stem. */
  readonly #forms: number[] = [none]

  /** The number of different chunks. */
  get size(): number {
    return this.#chunks.written.length - 1
  }

  /** Null if only PostgreSQL can parse the post. */
  chunksOf(post: { title: string; selftext: string }): PostChunks | null {
    if (post.title.length > most.title || post.selftext.length > most.text) return null
    const title = this.#chunksIn(post.title)
    const text = title === null ? null : this.#chunksIn(post.selftext)
    if (title === null || text === null) return null
    const formed: number[] = []
    const hasAddress = post.title.includes(schemeEnd) || post.selftext.includes(schemeEnd)
    if (hasAddress) {
      // The host of a URL is a chunk too, but its words are not word forms.
      const words = `${withoutAddresses(post.title)} ${withoutAddresses(post.selftext)}`
      if (!this.#chunks.read(words, plain, formed)) return null
    }
    this.#findForms()
    return { title, text, formed: hasAddress ? formed : null, signs: signEntries(post) }
  }

  /** Null if only PostgreSQL can parse the text. */
  #chunksIn(text: string): number[] | null {
    // PostgreSQL has to parse the post, because a tag may contain white space.
    if (text.includes('<')) return null
    const hasAddress = text.includes(schemeEnd)
    if (hasAddress && !isAscii.test(text)) return null
    const read = hasAddress ? withoutPaths(text) : text
    const chunks: number[] = []
    const reading = { signed: signedNumber.test(text), entities: read.includes('&') }
    return this.#chunks.read(read, reading, chunks) ? chunks : null
  }

  /** Finds the word forms of new chunks, which adds more chunks. */
  #findForms(): void {
    for (let number = this.#formsOf.length; number <= this.size; number += 1) {
      const forms = formsIn(this.#chunks.written[number] as string)
      this.#formsOf.push(forms.length === 0 ? noForms : forms.map((form) => this.#chunks.find(form)))
      this.#isKnown.push(false)
      this.#stems.push(none)
      this.#places.push(0)
      this.#forms.push(none)
    }
  }

  /** The chunks of these posts, with their forms, that PostgreSQL has not parsed yet, as text by number. */
  listUnknown(posts: readonly (PostChunks | null)[]): Map<number, string> {
    const unknown = new Map<number, string>()
    const add = (numbers: readonly number[]) => {
      for (const number of numbers) {
        if (this.#isKnown[number] === true || unknown.has(number)) continue
        unknown.set(number, this.#chunks.written[number] as string)
        add(this.#formsOf[number] ?? noForms)
      }
    }
    for (const post of posts) {
      if (post === null) continue
      add(post.title)
      add(post.text)
      for (const number of post.formed ?? noForms) add(this.#formsOf[number] ?? noForms)
    }
    return unknown
  }

  learn(number: number, { lexemes, places }: ParsedChunk): void {
    const written = this.#chunks.written[number] as string
    const all: [lexeme: number, place: number][] = []
    for (const [lexeme, at] of lexemes) for (const place of at) all.push([this.#lexemes.find(lexeme), place])
    const [first] = all
    if (places !== 1 || all.length > 1) {
      this.#stems[number] = several
      this.#several.set(number, all)
    } else if (first !== undefined) {
      this.#stems[number] = first[0]
      if (lexemes[0]?.[0] !== written) this.#forms[number] = this.#lexemes.find(`=${written}`)
    }
    this.#places[number] = places
    this.#isKnown[number] = true
  }

  /**
   * The entries of the post's vector, which are valid until the next call. Null if only PostgreSQL can build
   * it. All chunks must be known.
   */
  vectorOf({ title, text, formed, signs }: PostChunks) {
    const lexemes = this.#lexemes
    lexemes.startPost()
    const inTitle = this.#addChunks(title, { after: 0, weight: weights.A })
    // Stop words at the end of the title have no position.
    const inText = this.#addChunks(text, { after: inTitle.last, weight: weights.D })
    if (inText.at > most.places || lexemes.mostPlaces() > most.placesOfLexeme) return null
    if (!this.#addSigns(signs, Math.max(inTitle.last, inText.last))) return null
    for (const chunks of formed === null ? [title, text] : [formed])
      for (const chunk of chunks) {
        const forms = this.#formsOf[chunk] as readonly number[]
        if (forms.length > 0) this.#collectForms(forms)
      }
    return lexemes.entries()
  }

  /**
   * Adds the lexemes of chunks after a position. Returns the last position, and the last position that has a
   * lexeme.
   */
  #addChunks(chunks: readonly number[], { after, weight }: { after: number; weight: number }) {
    let at = after
    let last = after
    for (const chunk of chunks) {
      const stem = this.#stems[chunk] as number
      if (stem > none) {
        last = at + 1
        this.#lexemes.add(stem, last | weight)
      } else if (stem === several)
        for (const [lexeme, place] of this.#several.get(chunk) ?? []) {
          this.#lexemes.add(lexeme, (at + place) | weight)
          if (at + place > last) last = at + place
        }
      at += this.#places[chunk] as number
    }
    return { at, last }
  }

  #collectForms(forms: readonly number[]): void {
    for (const chunk of forms) {
      const form = this.#forms[chunk] as number
      if (form !== none) this.#lexemes.addWithoutPlace(form)
    }
  }

  /**
   * The positions continue after those of the stems, as when PostgreSQL joins two vectors. False if a position
   * is too high.
   */
  #addSigns(signs: readonly SignEntry[], after: number): boolean {
    for (const { lexeme, places } of signs) {
      const number = this.#lexemes.find(lexeme)
      for (const { at, weight } of places) {
        if (after + at >= most.place) return false
        this.#lexemes.add(number, (after + at) | weights[weight])
      }
    }
    return true
  }
}
