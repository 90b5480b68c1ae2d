const longestChunk = 200
/** Nearly all chunks are found within these slots. With hashes of somebody's choice none might be free. */
const mostSteps = 32
const dash = 45
const lowerCase = 32

/** The separators of words in `asWords` (searched-words.ts), and a few more. */
const separators = '\0 \t\n\v\f\r/\\.|_~+,;:!?()"\'[]{}*#=>`$^%'
/** An entity such as `&#39;` is one chunk. */
const separatorsOfEntities = separators.replace(';', '').replace('#', '')

/** For each ASCII character, whether it separates chunks. */
const tableOf = (separating: string) =>
  Array.from({ length: 128 }, (_, code) => separating.includes(String.fromCharCode(code)))
const isSeparator = tableOf(separators)
const isSeparatorOfEntities = tableOf(separatorsOfEntities)

const isDigit = (code: number) => code >= 48 && code <= 57
const isCapital = (code: number) => code >= 65 && code <= 90

/** `signed`: whether a dash before a digit separates. `entities`: whether the text may have entities. */
type Reading = { signed: boolean; entities: boolean }

/** Receives the chunk that is being looked up, in lower case. */
const lowered = Buffer.alloc(longestChunk)

/** Hashes a part of a text that is no longer than a chunk, and writes it to `lowered`. */
export function hashChunk(text: string, from: number, to: number): number {
  let hash = to - from
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at)
    const lower = isCapital(code) ? code + lowerCase : code
    lowered[at - from] = lower
    hash = Math.imul(hash ^ lower, 0x01000193)
  }
  return hash ^ (hash >>> 15)
}

/**
 * Numbers the different chunks of texts, from 1 in the order in which they occur first. It compares characters
 * in place, because making a string of each word would take longer than the rest of a search vector.
 */
export class ChunkTable {
  /** The chunks by number; ASCII letters are in lower case. No chunk has the number 0. */
  readonly written: string[] = ['']
  /** Numbers of ASCII chunks, each near its hash; 0 is free. The length is a power of two. */
  #slots = new Int32Array(1 << 15)
  readonly #hashes: number[] = [0]
  /** All ASCII chunks in a row. Chunk n ends where chunk n + 1 starts. */
  #characters = Buffer.alloc(1 << 17)
  readonly #starts: number[] = [0, 0]
  /** Chunks with other characters, and those for which no slot near their hash was free. */
  readonly #others = new Map<string, number>()

  /** Appends the numbers of a text's chunks. False if a chunk is too long. */
  read(text: string, { signed, entities }: Reading, into: number[]): boolean {
    const separates = entities ? isSeparatorOfEntities : isSeparator
    let from = 0
    let isWide = false
    for (let at = 0; at <= text.length; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : 0
      if (code > 127) isWide = true
      else if (separates[code] === true || (signed && code === dash && isDigit(text.charCodeAt(at + 1)))) {
        if (at - from > longestChunk) return false
        if (isWide) into.push(this.#findWide(text.slice(from, at)))
        else if (at > from) into.push(this.#findAscii(text, from, at))
        from = at + 1
        isWide = false
      }
    }
    return true
  }

  /** The number of a word in lower-case ASCII letters. */
  find(word: string): number {
    return this.#findAscii(word, 0, word.length)
  }

  #findWide(chunk: string): number {
    const found = this.#others.get(chunk)
    if (found !== undefined) return found
    // A copy, because a part of a long text would keep the whole text in memory.
    return this.#addOther(Buffer.from(chunk, 'utf16le').toString('utf16le'))
  }

  #addOther(chunk: string): number {
    const number = this.written.push(chunk) - 1
    this.#others.set(chunk, number)
    this.#hashes.push(0)
    this.#starts.push(this.#starts.at(-1) as number)
    return number
  }

  #findAscii(text: string, from: number, to: number): number {
    const hash = hashChunk(text, from, to)
    const last = this.#slots.length - 1
    let isFree = false
    for (let step = 0; step < mostSteps && !isFree; step += 1) {
      const number = this.#slots[(hash + step) & last] as number
      if (number === 0) isFree = true
      else if (this.#hashes[number] === hash && this.#isChunk(number, to - from)) return number
    }
    const written = lowered.toString('latin1', 0, to - from)
    return this.#others.get(written) ?? (isFree ? this.#add(written, hash) : this.#addOther(written))
  }

  #isChunk(number: number, length: number): boolean {
    const start = this.#starts[number] as number
    if ((this.#starts[number + 1] as number) - start !== length) return false
    for (let at = 0; at < length; at += 1) if (this.#characters[start + at] !== lowered[at]) return false
    return true
  }

  #add(chunk: string, hash: number): number {
    const { length } = chunk
    const start = this.#starts.at(-1) as number
    if (start + length > this.#characters.length)
      this.#characters = Buffer.concat([this.#characters], 2 * this.#characters.length)
    lowered.copy(this.#characters, start, 0, length)
    this.#starts.push(start + length)
    this.#hashes.push(hash)
    const number = this.written.push(chunk) - 1
    if (2 * number > this.#slots.length) this.#grow()
    this.#take(number)
    return number
  }

  #take(number: number): void {
    const last = this.#slots.length - 1
    let slot = (this.#hashes[number] as number) & last
    while (this.#slots[slot] !== 0) slot = (slot + 1) & last
    this.#slots[slot] = number
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length)
    // Other chunks have no characters in the row. The last chunk is taken by `#add`.
    for (let number = 1; number < this.written.length - 1; number += 1)
      if (this.#starts[number] !== this.#starts[number + 1]) this.#take(number)
  }
}
