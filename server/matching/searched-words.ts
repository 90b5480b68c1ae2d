import { cutText } from '#contract/cut-text.ts'
import { findSignWords } from '#contract/sign-words.ts'
import { quoted } from './archive-query-rules.ts'
import { signLexeme, wordForm } from './keyword-rules.ts'

/** The maximum length of the searchable text. */
const searchedCharacters = { title: 2_000, text: 100_000 }

/** Increase this version if the content of `words` changes; `archive:rescore` then updates older rows. */
export const wordsVersion = 6

/**
 * SQL that prepares a text for PostgreSQL's parser. `restaurant/market` and `quickbooks.com` become two words
 * each instead of a path or a host. Only the host of a URL is kept. `60` is found in `~60`, `+60` and
 * `30-60`, which the parser of PostgreSQL 18 would read as a path and as signed numbers. `chunksOf`
 * (post-lexemes.ts) does the same.
 */
export function asWords(text: string): string {
  const withoutPaths = `regexp_replace(${text}, '[a-z]+://(?:www\\.)?([^\\s/)\\]]+)[^\\s)\\]]*', '\\1', 'gi')`
  const ofUrls = `case when strpos(${text}, '://') > 0 then ${withoutPaths} else ${text} end`
  // Tests for numbers such as `-60` first, because few texts contain one and replacing is slower.
  const unsigned = `case when ${text} ~ '-[0-9]' then regexp_replace(${ofUrls}, '-([0-9])', ' \\1', 'g') else ${ofUrls} end`
  return `translate(${unsigned}, '/\\.|_~+', '       ')`
}

const stemsOf = (text: string, most: number) => `to_tsvector('english', ${asWords(`left(${text}, ${most})`)})`

/**
 * SQL of a post's search vector. It contains the stems of the title with weight A and those of the text with
 * weight D. It also has each word form that differs from its stem, with a marker and without positions.
 * `forms` is a column with a JSON array of these forms and of the entries of sign words, which start with a
 * quote.
 */
const searchedWords = `setweight(${stemsOf('title', searchedCharacters.title)}, 'A')
    || setweight(${stemsOf('selftext', searchedCharacters.text)}, 'D')
    || coalesce((
      select array_to_tsvector(array_agg('=' || form))
      from json_array_elements_text(forms) as form, ts_lexize('english_stem', form) as stem
      where stem <> '{}' and stem <> array[form] and left(form, 1) <> ''''
    ), '') || coalesce((
      select string_agg(form, ' ')::tsvector from json_array_elements_text(forms) as form where left(form, 1) = ''''
    ), '')`

/** The search vector, but empty for a post in another language: no search finds a post without words. */
export const searchedIfEnglish = (language: string) =>
  `case when ${language} is null then ${searchedWords} else ''::tsvector end`

/** The search vector from `vector` (post-lexemes.ts), or from `forms` if `vector` is null. */
export const storedIfEnglish = (language: string) =>
  `case when ${language} is null and vector is not null then vector else ${searchedIfEnglish(language)} end`

/** Letters, or a URL that starts with them. A separate pattern for URLs would be tried at each letter. */
const lettersOrAddress = /[a-z]+(?::\/\/\S+)?/giu
const withoutAddresses = (text: string) =>
  text.includes('://') ? text.replace(lettersOrAddress, (one) => (one.includes('://') ? ' ' : one)) : text
const plainWord = /[a-z]{4,24}/gu
/** No English suffix ends with these letters, so the stem of such a word is the word itself. */
const isOwnStem = /[abfhjkopquvwxz]$/u

type Texts = { title: string; selftext: string }

const mostSignWords = { ofPost: 200, places: 50 }

/** The positions of a sign word in a post: weight B is for the title, and weight C for the text. */
export type SignEntry = { lexeme: string; places: { at: number; weight: 'B' | 'C' }[] }

/** The sign words of a post, with the positions at which they occur. */
export function signEntries({ title, selftext }: Texts): SignEntry[] {
  const places = new Map<string, SignEntry>()
  const add = (word: string, at: number, weight: 'B' | 'C') => {
    const own = places.get(word)
    if (own === undefined && places.size < mostSignWords.ofPost)
      places.set(word, { lexeme: signLexeme(word), places: [{ at, weight }] })
    else if (own !== undefined && own.places.length < mostSignWords.places) own.places.push({ at, weight })
  }
  const inTitle = findSignWords(cutText(title, searchedCharacters.title))
  for (const [at, { word }] of inTitle.entries()) add(word, at + 1, 'B')
  const inText = findSignWords(cutText(selftext, searchedCharacters.text))
  for (const [at, { word }] of inText.entries()) add(word, inTitle.length + at + 1, 'C')
  return [...places.values()]
}

/** A sign word as an entry of a tsvector. */
const writtenSign = ({ lexeme, places }: SignEntry) =>
  `${quoted(lexeme)}:${places.map(({ at, weight }) => `${at}${weight}`).join(',')}`

const noForms: readonly string[] = []

/** The forms of all plain words in a text without addresses, with duplicates. */
export function formsIn(text: string): readonly string[] {
  const words = text.toLowerCase().match(plainWord)
  return words === null ? noForms : words.map(wordForm).filter((form) => !isOwnStem.test(form))
}

/**
 * The forms of a post's words without duplicates. The archive stores the forms beside the stems, with a
 * marker. The result also contains the post's sign words, because stems do not distinguish them.
 */
export function wordForms(post: Texts): string[] {
  return [...plainForms(post), ...signEntries(post).map(writtenSign)]
}

/** The word forms of a post without its sign words. */
function plainForms({ title, selftext }: Texts): string[] {
  const text = `${cutText(title, searchedCharacters.title)} ${cutText(selftext, searchedCharacters.text)}`
  return [...new Set(formsIn(withoutAddresses(text)))]
}

/** The number of counted posts is stored under this key. The key has a space, so no word is equal to it. */
export const countedWord = ' posts'
