import { findLatin, type LatinEncoding } from './latin-encodings.ts'

const chunkBytes = 512 * 1024

/** Encodings of other scripts, each with a character class and its minimum share of a text. */
const ofOtherScripts = [
  ['shift_jis', /[\u3041-\u30FA]/gu, 0.2],
  ['euc-jp', /[\u3041-\u30FA]/gu, 0.2],
  ['windows-1251', /(?=\p{sc=Cyrillic})\p{Ll}/gu, 0.7],
  ['koi8-r', /(?=\p{sc=Cyrillic})\p{Ll}/gu, 0.7],
  ['euc-kr', /\p{sc=Hangul}/gu, 0.9],
  ['gb18030', /[\p{sc=Han}\u3000-\u303F\uFF00-\uFF5E]/gu, 0.9],
] as const

type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | LatinEncoding
  | 'windows-1253'
  | 'iso-8859-7'
  | (typeof ofOtherScripts)[number][0]

const chunkOf = async (file: Blob, at: number) =>
  new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer())

/** Control characters that do not occur in text, and lone surrogates. */
const isOdd = /[^\P{Cc}\s]|\uFFFD|\p{Co}|\p{Cn}/gu

/**
 * Finds UTF-16 without a byte order mark: one byte of each ASCII character is zero, always the first or
 * always the second.
 */
function findUtf16(head: Uint8Array): Encoding | null {
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < 2 || Math.min(even, odd) * 20 > Math.max(even, odd)) return null
  const encoding = odd > even ? 'utf-16le' : 'utf-16be'
  const text = new TextDecoder(encoding).decode(head.subarray(0, head.length - (head.length % 2)))
  return (text.match(isOdd) ?? []).length <= 0.01 * text.length ? encoding : null
}

const countOf = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0

/**
 * Finds Greek, whose letters have the bytes of Cyrillic letters in other encodings. In Greek, a final sigma
 * is always the last letter of a word, and ΰ, whose byte is a common Cyrillic letter, is rare.
 */
function findGreek(bytes: Uint8Array): Encoding | null {
  const text = new TextDecoder('windows-1253').decode(bytes)
  const beyond = countOf(text, /\P{ASCII}/gu)
  if (countOf(text, /(?=\p{sc=Greek})\p{Ll}/gu) < 0.7 * beyond) return null
  const finals = countOf(text, /ς(?!\p{L})/gu)
  const wrong = countOf(text, /ς(?=\p{L})|ΰ|\uFFFD|\uF8F9/gu)
  if (finals === 0 || wrong > 0.02 * beyond) return null
  return /¶(?=\p{sc=Greek})/u.test(text) ? 'iso-8859-7' : 'windows-1253'
}

/**
 * The encoding of a text in a script other than Latin; null for Latin. In Latin script, hardly any word has
 * three non-ASCII letters in a row.
 */
function findOtherScript(bytes: Uint8Array): Encoding | null {
  const latin = new TextDecoder('windows-1252').decode(bytes)
  const inRuns = (latin.match(/\P{ASCII}{3,}/gu) ?? []).reduce((sum, run) => sum + run.length, 0)
  if (inRuns === 0 || inRuns < 0.5 * countOf(latin, /\P{ASCII}/gu)) return null
  const greek = findGreek(bytes)
  if (greek !== null) return greek
  const found = ofOtherScripts.find(([name, sign, least]) => {
    try {
      const text = new TextDecoder(name, { fatal: true }).decode(bytes, { stream: true })
      return countOf(text, sign) >= least * countOf(text, /\P{ASCII}/gu)
    } catch {
      return false
    }
  })
  return found?.[0] ?? null
}

/** Files that are not text are decoded as Windows-1252, and refused by their content. */
function findOld(bytes: Uint8Array): readonly Encoding[] {
  const other = findOtherScript(bytes)
  if (other !== null) return [other]
  const isText = !bytes.some((byte) => byte < 32 && (byte < 9 || byte > 13))
  return isText ? findLatin(bytes) : ['windows-1252']
}

const mostBroken = 0.1

/**
 * A text with only a few bytes that are invalid UTF-8 is UTF-8: with an older encoding, nearly every
 * non-ASCII character would be invalid.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const beyond = new TextDecoder().decode(bytes).match(/\P{ASCII}/gu) ?? []
  return beyond.filter((sign) => sign === '\uFFFD').length <= mostBroken * beyond.length
}

/**
 * The encoding of a file, from its byte order mark or, without one, from all of its bytes: a single letter
 * can be decisive. Several encodings if all of them fit and give different letters; none if none fits.
 */
export async function findEncoding(file: Blob): Promise<readonly Encoding[]> {
  const head = await chunkOf(file, 0)
  if (head[0] === 0xff && head[1] === 0xfe) return ['utf-16le']
  if (head[0] === 0xfe && head[1] === 0xff) return ['utf-16be']
  const utf16 = findUtf16(head)
  if (utf16 !== null) return [utf16]
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < file.size; at += chunkBytes) {
    const bytes = at === 0 ? head : await chunkOf(file, at)
    try {
      decoder.decode(bytes, { stream: at + chunkBytes < file.size })
    } catch {
      return isMostlyUtf8(bytes) ? ['utf-8'] : await findOldFrom(file, at)
    }
  }
  return ['utf-8']
}

/** The encodings of the chunk at `first`. If there are several, a later chunk that fits only one decides. */
async function findOldFrom(file: Blob, first: number): Promise<readonly Encoding[]> {
  const found = findOld(await chunkOf(file, first))
  for (let at = first + chunkBytes; found.length > 1 && at < file.size; at += chunkBytes) {
    const [clear, ...others] = findOld(await chunkOf(file, at))
    if (clear !== undefined && others.length === 0 && found.includes(clear)) return [clear]
  }
  return found
}
