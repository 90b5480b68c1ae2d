import { wordForm } from './archive-query-rules.ts'

/** Longer posts count to here; what stands below is not searched. */
export const searchedCharacters = { title: 2_000, text: 100_000 }

/** Raised when what `words` holds of a post changes; `archive:rescore` brings older rows up to date. */
export const wordsVersion = 3

const address = /[a-z]+:\/\/\S+/giu
const plainWord = /[a-z]{4,24}/gu
/** No English ending that a stem lacks ends like this, so that the stem shows the form. */
const isOwnStem = /[abfhjkopquvwxz]$/u

/** The forms of a post's words, each once; in the archive they stand beside the stems, marked (archive-words-store.ts). */
export function wordForms({ title, selftext }: { title: string; selftext: string }): string[] {
  const searched = `${title.slice(0, searchedCharacters.title)} ${selftext.slice(0, searchedCharacters.text)}`
  const words = searched.replace(address, ' ').toLowerCase().match(plainWord) ?? []
  return [...new Set([...new Set(words)].map(wordForm))].filter((form) => !isOwnStem.test(form))
}
