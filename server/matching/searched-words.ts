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
 * each instead of a path or a host. Of a URL only the host is kept. `60` is found in `~60`, `+60` and
 * `30-60`, which the parser of PostgreSQL 18 would read as a path and as signed numbers. `chunksOf`
 * (post-lexemes.ts) does the same.
 */
export function asWords(text: string): string {
  const withoutPaths = `regexp_replace(${text}, '[a-z]+://(?:www\\.)?([^\\s/)\\]]+)[^\\s)\\]]*', '\\1', 'gi')`
  const ofUrls = `case when strpos(${text}, '://') > 0 then ${withoutPaths} else ${text} end`
  // Tested first, because few texts contain such a number and replacing is slower than testing.
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

/** The search vector from `stems` and `signs` (post-lexemes.ts), or from `forms` if these are null. */
export const storedIfEnglish = (language: string) =>
  `case when ${language} is null and stems is not null then stems::tsvector || signs::tsvector
    else ${searchedIfEnglish(language)} end`

/** Letters, or a URL that starts with them. A separate search for URLs would try each letter as a start. */
const lettersOrAddress = /[a-z]+(?::\/\/\S+)?/giu
const withoutAddresses = (text: string) =>
  text.includes('://') ? text.replace(lettersOrAddress, (one) => (one.includes('://') ? ' ' : one)) : text
const plainWord = /[a-z]{4,24}/gu
/** No English suffix ends with these letters, so the stem of such a word is the word itself. */
const isOwnStem = /[abfhjkopquvwxz]$/u

const mostSignWords = { ofPost: 200, places: 50 }

/**
 * Sign words as entries of a tsvector with their own positions. Weight B is for the title, C for the text.
 */
function signEntries(title: string, text: string): string[] {
  const places = new Map<string, string[]>()
  const add = (word: string, place: string) => {
    const own = places.get(word)
    if (own === undefined && places.size < mostSignWords.ofPost) places.set(word, [place])
    else if (own !== undefined && own.length < mostSignWords.places) own.push(place)
  }
  const inTitle = findSignWords(title)
  for (const [at, { word }] of inTitle.entries()) add(word, `${at + 1}B`)
  for (const [at, { word }] of findSignWords(text).entries()) add(word, `${inTitle.length + at + 1}C`)
  return [...places].map(([word, own]) => `${quoted(signLexeme(word))}:${own.join(',')}`)
}

/**
 * The forms of a post's words without duplicates. The archive stores the forms beside the stems, with a
 * marker. The result also contains the post's sign words, because stems do not distinguish them.
 */
export function wordForms(post: { title: string; selftext: string }): string[] {
  const { forms, signs } = wordEntries(post)
  return [...forms, ...signs]
}

/** The same apart. */
export function wordEntries(post: { title: string; selftext: string }) {
  const title = cutText(post.title, searchedCharacters.title)
  const text = cutText(post.selftext, searchedCharacters.text)
  const words = withoutAddresses(`${title} ${text}`).toLowerCase().match(plainWord) ?? []
  const forms = [...new Set([...new Set(words)].map(wordForm))].filter((form) => !isOwnStem.test(form))
  return { forms, signs: signEntries(title, text) }
}

/** The number of counted posts is stored under this key. It has a space, so no word is equal to it. */
export const countedWord = ' posts'
