import { cutText } from '#contract/cut-text.ts'
import { wordForm } from './archive-query-rules.ts'

/** Longer posts count to here; what stands below is not searched. */
const searchedCharacters = { title: 2_000, text: 100_000 }

/** Raised when what `words` holds of a post changes; `archive:rescore` brings older rows up to date. */
export const wordsVersion = 3

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
 * sign and without places, each word form that is not its own stem. `forms` is a column with a JSON array of them.
 */
const searchedWords = `setweight(${stemsOf('title', searchedCharacters.title)}, 'A')
    || setweight(${stemsOf('selftext', searchedCharacters.text)}, 'D')
    || coalesce((
      select array_to_tsvector(array_agg('=' || form))
      from json_array_elements_text(forms) as form, ts_lexize('english_stem', form) as stem
      where stem <> '{}' and stem <> array[form]
    ), '')`

/** The same, and nothing for a post in another language than English: what holds no word is never found. */
export const searchedIfEnglish = (language: string) =>
  `case when ${language} is null then ${searchedWords} else ''::tsvector end`

const address = /[a-z]+:\/\/\S+/giu
const plainWord = /[a-z]{4,24}/gu
/** No English ending that a stem lacks ends like this, so that the stem shows the form. */
const isOwnStem = /[abfhjkopquvwxz]$/u

/** The forms of a post's words, each once; in the archive they stand beside the stems, marked. */
export function wordForms({ title, selftext }: { title: string; selftext: string }): string[] {
  const searched = `${cutText(title, searchedCharacters.title)} ${cutText(selftext, searchedCharacters.text)}`
  const words = searched.replace(address, ' ').toLowerCase().match(plainWord) ?? []
  return [...new Set([...new Set(words)].map(wordForm))].filter((form) => !isOwnStem.test(form))
}

/** The row of `archive_words` that holds how many posts were counted; no word is written like this. */
export const countedWord = ' posts'
