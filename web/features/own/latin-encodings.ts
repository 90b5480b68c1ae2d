/** Encodings with one byte for each letter, and the letters of their languages beyond ASCII, commonest first. */
const western = [
  'éàèêçôùâîûïœëüÿ',
  'üäöß',
  'óíáéñúü',
  'ãçéáóíêõúàâô',
  'àèòùìé',
  'äåö',
  'øåæ',
  'áíðóéþöúýæ',
  'ëéïèöü',
]
const central = ['łąężśćóńź', 'íáéěřčžýšůúňóťď', 'áíýéčžšúľťňôďäóŕĺ', 'áéőöíóüúű', 'ăîâşţ', 'čšžćđ']
const encodings = [
  ['windows-1252', western],
  ['macintosh', western],
  ['windows-1250', central],
  ['iso-8859-2', central],
  ['windows-1254', ['ıüşçöğâîû']],
  ['windows-1257', ['ėšųįžčąūę', 'āīšēņļūžčģķ', 'äõöüšž']],
] as const

export type LatinEncoding = (typeof encodings)[number][0]

/** Natural logarithms of probabilities. `advantage` is for Windows-1252, by far the most common encoding. */
const advantage = 3
const strange = Math.log(1e-4)
const ofSymbol = -2
const ofMixture = -3
/** The smallest difference that decides between two encodings. */
const decisive = 2.5
const mostSigns = 5000

type Found = { strange: number; weight: number; signs: string }

const isLetter = /\p{L}/u
const isSmall = /\p{Ll}/u
/** Signs that occur within words, and superscripts behind units. */
const isWithinWords = /[’‘–—…\u00a0\u00ad]/u
const isUnit = /(?:^|[\s\d])(?:[cdkm]?m|ft|in)$/u

const contraction = /^[’](?:[stdm]|re|ve|ll)(?!\p{L})/iu
/**
 * Whether a sign belongs to English: the apostrophe of "can’t" and "users’ lists", or a dash between words.
 * Fewer than three letters beside a dash could be a part of one word, as in "aplicaci—n".
 */
function isEnglish(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 3), at), text.slice(at, at + 4)]
  if (after.startsWith('’'))
    return contraction.test(after)
      ? /[a-z]$/iu.test(before)
      : /^[a-z]{2}s$/iu.test(before) && /^.(?!\p{L})/u.test(after)
  return /^[a-z]{3}$/iu.test(before) && /^[–—][a-z]{3}$/iu.test(after)
}

/** The letter at an offset, in lower case; '' if no text has such a letter there; null for a symbol. */
function letterAt(text: string, at: number): string | null {
  const [before, sign, after] = [text[at - 1] ?? '', text[at] ?? '', text[at + 1] ?? '']
  if (/[\u0080-\u009f\ufffd\p{Co}]/u.test(sign)) return ''
  if (!isLetter.test(sign) || /[ªº]/u.test(sign))
    return isLetter.test(before) && isLetter.test(after) && !isWithinWords.test(sign) ? '' : null
  if (isSmall.test(sign)) return sign
  const isOdd = isSmall.test(before) || (!isLetter.test(after) && !isLetter.test(before))
  return isOdd ? '' : sign === 'İ' ? 'ı' : sign.toLowerCase()
}

/** How common a letter is in a language: 1 divided by the square of its rank. */
const commonness = (language: string, letter: string) => {
  const rank = language.indexOf(letter) + 1
  return rank === 0 ? 0 : 1 / rank ** 2
}

/** How well a decoded text fits its best language, or a mixture of all languages if that fits better. */
function weigh(text: string, languages: readonly string[]): Found {
  const weights = languages.map(() => 0)
  const found = { strange: 0, mixed: 0, shared: 0, signs: '' }
  for (const { index, 0: sign } of text.matchAll(/\P{ASCII}/gu)) {
    if (found.signs.length >= mostSigns) break
    found.signs += sign
    const letter = letterAt(text, index)
    if (isEnglish(text, index)) continue
    if (letter === null) {
      found.shared += sign === '³' && isUnit.test(text.slice(Math.max(0, index - 4), index)) ? 0 : ofSymbol
      continue
    }
    const each = languages.map((language) => (letter === '' ? 0 : commonness(language, letter)))
    const mean = each.reduce((sum, one) => sum + one, 0) / each.length
    if (mean === 0) found.strange += 1
    found.mixed += Math.max(strange, Math.log(mean))
    for (const [at, one] of each.entries())
      weights[at] = (weights[at] ?? 0) + Math.max(strange, Math.log(one))
  }
  return {
    strange: found.strange,
    weight: found.shared + Math.max(found.mixed + ofMixture, ...weights),
    signs: found.signs,
  }
}

/**
 * The encodings of a text in Latin script that is not UTF-8, the most likely first. Several encodings if all
 * of them fit and give different letters; none if none fits.
 */
export function findLatin(bytes: Uint8Array): readonly LatinEncoding[] {
  const found = encodings
    .map(([name, languages]) => ({ name, ...weigh(new TextDecoder(name).decode(bytes), languages) }))
    .map((one) => (one.name === 'windows-1252' ? { ...one, weight: one.weight + advantage } : one))
    .sort((a, b) => b.weight - a.weight)
  const [best, ...others] = found
  if (best === undefined || (best.strange >= 2 && best.strange > best.signs.length / 4)) return []
  const rivals = others.filter(({ signs, weight }) => signs !== best.signs && best.weight - weight < decisive)
  return [best.name, ...rivals.map(({ name }) => name)]
}
