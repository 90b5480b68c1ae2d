import { cutText } from '#contract/cut-text.ts'

const charactersLookedAt = 1000
/** A text with fewer letters or words may be a name, so its language is unknown. */
const fewestLetters = 20
const fewestWords = 5
/** With at least this share of English function words, a text is English, whatever else it contains. */
const englishShare = 0.12
/** A text is in another language if it has this many times more function words of that language than of English. */
const timesEnglish = 2
/** The minimum share of function words, or of accented letters in a longer text, for another language. */
const otherShare = 0.12
const markedShare = 0.025
const wordsForMarks = 8
/** The minimum number of different function words that show a language. */
const fewestSmallWords = 2

/** Common function words of each language, except those that are also English words. */
const smallWords: Readonly<Record<string, string>> = {
  de: 'der die das und ich ist nicht ein eine einen mit auf für von zu wir sie es den dem wie kann haben habe mein meine gibt bei suche wird auch nur aber oder wenn noch sich',
  fr: "le la les des du un une et je est pas que qui pour dans avec sur nous vous mon ma mes il elle ce cette ça j'ai c'est suis au aux mais plus ne se",
  es: 'el los las una y en por para con es no se lo mi su como más pero hay que de la del un al me yo qué si muy tengo',
  pt: 'os as um uma e não com para eu meu minha seu que de do da em no na por mais como mas se é tem muito',
  it: "il gli di che è non per una sono mi come più ho del della un e la le si ma con da nel anche c'è questo",
  nl: 'het een en van ik niet voor met zijn dat te op deze mijn de is er wat ook maar aan bij naar heb je wij',
  sv: 'och att det som en jag är inte på för med har vi den av om till min men ett kan så när mig',
  da: 'og at det som en jeg er ikke på for med har vi den af om til min men et kan så når mig',
  no: 'og at det som en jeg er ikke på for med har vi den av om til min men et kan så når meg ikkje eg',
  fi: 'ja on ei että se hän en olen mutta kun niin minä mitä ovat tai myös joka ole minun',
  pl: 'w nie z na się do jest to jak czy dla mam jeden i że co ale po za od',
  cs: 'a je se na že to v s z do jsem jak ale pro mám by není co které jako',
  ro: 'și de la nu în cu pe un o este sunt mai care pentru din am ca să sau',
  hu: 'a az és nem hogy egy van is ez meg de mint csak vagy már ha volt nekem',
  tr: 've bir bu için çok ile ama ne var ben da de mi gibi daha olarak nasıl yok',
  id: 'yang dan di saya untuk dengan ini itu tidak ada dari ke akan bisa kami atau juga sudah aku',
  tl: 'ang ng sa na mga ako ko mo ay hindi po ba para lang kung naman ito yung',
}

const english = new Set(
  `the be to of and a in that have i it for not on with as you do at this but by from they we or an will my would
  there what so if about who get which when can like just know is are was were am been has had did does your our me
  us how any some all im ive dont cant it's i'm i've don't can't anyone something need want looking out up one more
  help using use new vs`.split(/\s+/u),
)

/** These words also occur in English texts, as words, names or abbreviations. */
const alsoEnglish = 'van volt pro se ale ama ben dan ada men min den till care come per no die met'.split(' ')

const languages = Object.entries(smallWords).map(([code, words]) => ({
  code,
  // Single letters are versions, sizes and directions in any language.
  words: new Set(
    words.split(' ').filter((word) => word.length > 1 && !english.has(word) && !alsoEnglish.includes(word)),
  ),
}))

const scripts = [
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
] as const

const noise =
  /https?:\/\/\S+|\bwww\.\S+|(?<=^|[\s`])@?[^\s@`]+@\S+|(?<![\p{L}\d-])[\p{L}\d-]+(?:\.[\p{L}\d-]{2,})+\S*|(?<!\p{L})\/?[ru]\/\S+|`[^`]*`/gu
const word = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu
const isAscii = /^[a-z]*$/u
const isLatin = /\p{Script=Latin}/gu
const isMarked = /(?![a-z])\p{Script=Latin}/gu

const countOf = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0

function shareOf(small: ReadonlySet<string>, words: readonly string[]): number {
  return words.filter((one) => small.has(one)).length / words.length
}

/**
 * The number of different English words. Single letters do not count, because they occur in texts of any
 * script.
 */
const countEnglish = (words: readonly string[]) =>
  new Set(words.filter((one) => one.length > 1 && english.has(one))).size

/** A script does not determine the language, so the most widespread language is returned. */
function languageOfScript(letters: string): string {
  const counted = scripts.map(([code, sign]) => ({ code, count: countOf(letters, sign) }))
  const best = counted.reduce((most, one) => (one.count > most.count ? one : most))
  return best.count === 0 ? 'und' : best.code
}

/**
 * Names and headlines look alike in all languages. Sentences in another language contain its function words
 * or accented letters.
 */
function languageOfWords(words: readonly string[], letters: string, englishWords: number): string | null {
  const shares = languages.map(({ code, words: small }) => {
    const distinct = new Set(words.filter((one) => small.has(one))).size
    return { code, share: distinct < fewestSmallWords ? 0 : shareOf(small, words) }
  })
  const best = shares.reduce((most, one) => (one.share > most.share ? one : most))
  if (best.share < timesEnglish * englishWords) return null
  if (best.share >= otherShare) return best.code
  const isMarkedText =
    words.length >= wordsForMarks && countOf(letters, isMarked) / letters.length >= markedShare
  if (!isMarkedText) return null
  return best.share >= otherShare / 2 ? best.code : 'und'
}

/**
 * The ISO 639-1 code of a text that is certainly not English, or `und` if the language cannot be named. Null
 * for English and for unknown languages, because nobody could find a text that was excluded by mistake.
 */
export function findLanguage(text: string): string | null {
  const looked = cutText(text, charactersLookedAt).replace(noise, ' ')
  const words = (looked.match(word) ?? []).map((one) => one.toLowerCase().replaceAll('’', "'"))
  const letters = words.join('').replaceAll("'", '')
  // Most texts are in ASCII, so their letters need not be counted.
  const latin = isAscii.test(letters) ? letters.length : countOf(letters, isLatin)
  if (letters.length < fewestLetters && latin === letters.length) return null
  const englishWords = words.length === 0 ? 1 : shareOf(english, words)
  const isOtherScript = latin / letters.length < 0.5
  if (isOtherScript && countEnglish(words) < fewestSmallWords) return languageOfScript(letters)
  if (englishWords >= englishShare) return null
  if (isOtherScript) return languageOfScript(letters)
  return words.length < fewestWords ? null : languageOfWords(words, letters, englishWords)
}
