import { englishStem } from './english-stem.ts'

/**
 * A word in its most common forms: the root, possibly with its last letter doubled, and one of several
 * endings. Words with the same stem are forms too, because the search finds them.
 */
export type WordForms = {
  root: string
  /** Null if only the most common forms count. */
  stem: string | null
  /** All forms start with these letters. */
  start: string
  /** The doubled letter; '' if the root has none. */
  doubled: string
  hasLongEndings: boolean
  /** Whether the root itself is a form of the word. */
  isForm: boolean
}

const endings = 'e?s|e|ings?|ed|ers?|y|ies|ied'
const plainEndings: ReadonlySet<string> = new Set('es s e ing ings ed er ers y ies ied'.split(' '))

/** The endings that only longer roots can have, such as `ement` after `manag` and `or` after `translat`. */
function longEndings(root: string): string {
  if (root.length < 5) return ''
  return `|ements?${/.{5}[st]$/u.test(root) ? '|ions?' : ''}${root.endsWith('at') ? '|ors?' : ''}`
}

const longOnes: ReadonlySet<string> = new Set('ement ements ion ions or ors'.split(' '))

function isLongEnding(root: string, ending: string): boolean {
  if (!longOnes.has(ending)) return false
  if (ending.startsWith('i')) return /.{5}[st]$/u.test(root)
  return ending.startsWith('e') || root.endsWith('at')
}

/** A word without its most common suffixes. The word and the result are in lower case. */
function rootOf(word: string): string {
  const singular = word.replace(/ies$/u, 'y').replace(/(?<=ss)es$|(?<=[^sui])s$/u, '')
  const root = singular
    .replace(/(?<=\p{L}{5})ement$|(?<=\p{L}{5}[st])ion$|(?<=\p{L}{3}at)or$/u, '')
    .replace(/(?:ings?|ed|ers?|e|(?<![aeiou])y)$/u, '')
  if (root.length < 3) return singular
  return root.length > 4 && root.at(-1) === root.at(-2) ? root.slice(0, -1) : root
}

/** True if a root must not count as a form: "not" is not a form of "note", but "box" is a form of "boxes". */
const isNoForm = (word: string, root: string) =>
  /^(?:e|y|ies)$/u.test(word.slice(root.length)) ||
  (word === `${root}es` && !/(?:x|z|ch|sh|s|o)$/u.test(root))

/** Stems of words whose forms differ in the second letter, such as `die` and `dying`. */
const shortStarts: ReadonlySet<string> = new Set(['die', 'lie', 'tie'])

/** The letters with which a root and all words of a stem start. The stem's last letter may differ. */
function startOf(root: string, stem: string): string {
  if (shortStarts.has(stem)) return stem.slice(0, 1)
  let end = 0
  while (end < stem.length - 1 && root[end] === stem[end]) end += 1
  return root.slice(0, Math.max(1, end))
}

/** The forms of a word in lower case. */
export function formsOf(word: string): WordForms {
  const root = rootOf(word)
  const stem = englishStem(word)
  const doubled = /[bdfglmnprstz]$/u.test(root) ? (root.at(-1) ?? '') : ''
  return {
    root,
    stem,
    start: startOf(root, stem),
    doubled,
    hasLongEndings: root.length >= 5,
    isForm: !isNoForm(word, root),
  }
}

/** The most common forms only. */
export const commonFormsOf = (forms: WordForms): WordForms => ({ ...forms, stem: null, start: forms.root })

/** A pattern that matches the most common forms. */
export const patternOfForms = ({ root, doubled, isForm }: WordForms): string =>
  `${root}${doubled === '' ? '' : `${doubled}?`}(?:${endings}${longEndings(root)})${isForm ? '?' : ''}`

/** Whether a lower-case word is one of the most common forms. The pattern matches the same words. */
function isCommonForm({ root, doubled, hasLongEndings, isForm }: WordForms, word: string): boolean {
  if (!word.startsWith(root)) return false
  const rest = word.slice(root.length)
  const isEnding = (ending: string) =>
    ending === '' ? isForm : plainEndings.has(ending) || (hasLongEndings && isLongEnding(root, ending))
  return isEnding(rest) || (doubled !== '' && rest.startsWith(doubled) && isEnding(rest.slice(1)))
}

/** Whether a lower-case word is one of the forms. */
export const isFormOf = (forms: WordForms, word: string): boolean =>
  word.startsWith(forms.start) &&
  (isCommonForm(forms, word) || (forms.stem !== null && englishStem(word) === forms.stem))
