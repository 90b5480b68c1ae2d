import { cutText } from '#contract/cut-text.ts'
import { findSignWords } from '#contract/sign-words.ts'
import { quoted } from './archive-query-rules.ts'
import { signLexeme, wordForm } from './keyword-rules.ts'

/** Longer posts count to here; what stands below is not searched. */
const searchedCharacters = { title: 2_000, text: 100_000 }

/** Raised when what `words` holds of a post changes; `archive:rescore` brings older rows up to date. */
export const wordsVersion = 5

/**
 * SQL of a text as full-text search reads words in it: `restaurant/market` and `quickbooks.com` are two words each
 * and no paths, and of an address only the host counts.
 */
export function asWords(text: string): string {
  const withoutPaths = `regexp_replace(${text}, '[a-z]+://(?:www\\.)?([^\\s/)\\]]+)[^\\s)\\]]*', '\\1', 'gi')`
  return `translate(case when strpos(${text}, '://') > 0 then ${withoutPaths} else ${text} end, '/\\.|_', '     ')`
}

const stemsOf = (text: string, most: number) => `to_tsvector('english', ${asWords(`left(${text}, ${most})`)})`

/**
 * SQL of what a post is found by: stems of its title with weight A, of its text with weight D, and, marked with a
 * sign and without places, each word form that is not its own stem. `forms` is a column with a JSON array of them,
 * and of entries of words with signs, which begin with a quote.
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

/** The same, and nothing for a post in another language than English: what holds no word is never found. */
export const searchedIfEnglish = (language: string) =>
  `case when ${language} is null then ${searchedWords} else ''::tsvector end`

/** Letters, with the address that they begin where they do: looked for by itself, each letter would be tried as its first. */
const lettersOrAddress = /[a-z]+(?::\/\/\S+)?/giu
const withoutAddresses = (text: string) =>
  text.includes('://') ? text.replace(lettersOrAddress, (one) => (one.includes('://') ? ' ' : one)) : text
const plainWord = /[a-z]{4,24}/gu
/** No English ending that a stem lacks ends like this, so that the stem shows the form. */
const isOwnStem = /[abfhjkopquvwxz]$/u

const mostSignWords = { ofPost: 200, places: 50 }

/** Words with signs as entries of a tsvector, with places of their own: weight B in the title, C in the text. */
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
 * The forms of a post's words, each once; in the archive they stand beside the stems, marked. And its words with signs,
 * which no stem tells apart, as entries of the index.
 */
export function wordForms(post: { title: string; selftext: string }): string[] {
  const title = cutText(post.title, searchedCharacters.title)
  const text = cutText(post.selftext, searchedCharacters.text)
  const words = withoutAddresses(`${title} ${text}`).toLowerCase().match(plainWord) ?? []
  const forms = [...new Set([...new Set(words)].map(wordForm))].filter((form) => !isOwnStem.test(form))
  return [...forms, ...signEntries(title, text)]
}

/** Stands among the counted words for how many posts were counted; no word is written like this. */
export const countedWord = ' posts'
