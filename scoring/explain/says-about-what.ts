import { buildVocabulary, findWord, hashSeedHigh, hashSeedLow, mixHigh, mixLow } from '../text/vocabulary.ts'

/** Words that do not show what a sentence is about, in lower-case ASCII without apostrophes. */
const empty = buildVocabulary(
  'a an the any some one ones it its this that these those them there here what whats which how who where when why is are was were be been am do does did can could would should will may might have has had get got i im ive id we you your yours my our me us anyone anybody someone somebody everyone guys folks people yall all and or but so if of for to in on at with from about out as by not no yes please pls plz thanks thank thx advance help helps helping helpful appreciate appreciated welcome great greatly much very really just any idea ideas thought thoughts opinion opinions suggestion suggestions recommendation recommendations recommend recommended suggest advice advise tip tips input feedback pointers insight insights experience experiences question questions know knows like similar better best good easier easy easiest faster quick quickest simple simpler way ways anything something else other others another option options alternative alternatives solution solutions exist exists edit hi hey hello also maybe lot lots comment comments answer answers cheers ty love hear try tried think use using used want need looking look find found'.split(
    ' ',
  ),
)

const outside = 0
const letter = 1
const apostrophe = 2
const joint = 3
const surrogate = 4

const opensWord = /^[\p{L}\p{N}]/u

const notRead = 5
/** A cache of the kinds of code units, because testing a pattern each time would be slow. */
const kinds = new Uint8Array(65536).fill(notRead)

/** The kind of a UTF-16 unit: `letter`, `apostrophe`, `joint`, `surrogate` or `outside` (all others). */
function kindOf(code: number): number {
  const known = kinds[code] ?? outside
  if (known !== notRead) return known
  const kind = readKind(code)
  kinds[code] = kind
  return kind
}

function readKind(code: number): number {
  const character = String.fromCharCode(code)
  if (code >= 0xd800 && code <= 0xdfff) return surrogate
  if (character === "'" || character === '’') return apostrophe
  if ('.+&-'.includes(character)) return joint
  return opensWord.test(character) ? letter : outside
}

/** The Kelvin sign, the only letter outside ASCII whose lower-case form is in ASCII. */
const kelvin = 0x212a

/**
 * Whether a range of a text contains a word that shows what the text is about. "Any ideas?" has no such word.
 */
export function saysAboutWhat(text: string, { start, end }: { start: number; end: number }): boolean {
  let at = start
  while (at < end) {
    const first = kindOf(text.charCodeAt(at))
    if (first !== letter) {
      if (first === surrogate && isWideLetter(text, at, end)) return true
      at++
      continue
    }
    let low = hashSeedLow
    let high = hashSeedHigh
    let joints = 0
    let stopped = 0
    for (; at < end; at++) {
      const code = text.charCodeAt(at)
      const kind = kindOf(code)
      if (kind === letter) {
        const lower = code < 128 ? code | 32 : code === kelvin ? 107 : code
        low = mixLow(low, lower)
        high = mixHigh(high, lower)
        stopped = 0
      } else if (kind === joint) {
        joints++
        stopped = code === 46 ? 1 : 0
      } else if (kind === surrogate && isWideLetter(text, at, end)) return true
      else if (kind !== apostrophe) break
    }
    // A period at the end of a word is not part of the word.
    if (joints > stopped || findWord(empty, low, high) === 0) return true
  }
  return false
}

/**
 * Whether the two code units at `at` are one letter or number. A word that contains such a letter always
 * shows what the text is about.
 */
function isWideLetter(text: string, at: number, end: number): boolean {
  return at + 1 < end && opensWord.test(text.slice(at, at + 2))
}
