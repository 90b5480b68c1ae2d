import { competitor, namesProduct } from '../rules/competitor.ts'

const products = new Set(
  [...competitor.families['a named product'], ...competitor.families['a platform']].flatMap((phrase) =>
    phrase.split('|'),
  ),
)
const words = /[\p{L}\p{N}][\p{L}\p{N}.+&'’-]*/gu
const compares = /\bvs\b|\balternatives? to (?!this\b|it\b|that\b)/iu
const capital = /\p{Lu}/u
/** Capitalised words that are not names of products. */
const notNames = new Set(
  'i im ive id ill ok edit update tldr ps psa eta january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday english american uk usa us eu crm erp pdf csv html css sql api url smb usb pc tv diy roi hr it seo ui ux ios faq ceo cto vpn dns ip http https php'.split(
    ' ',
  ),
)

/**
 * Whether a sentence names something: a known product, a site, or a word that is capitalised within the
 * sentence.
 */
export const namesSomething = (quote: string): boolean => compares.test(quote) || listNames(quote).length > 0

/** The start and end offsets of the names in a sentence. A known product comes before other names. */
export function listNames(quote: string): number[] {
  const known: number[] = []
  const others: number[] = []
  let isFirst = true
  for (const { 0: found, index } of quote.replace(address, blank).matchAll(words)) {
    const word = found.replace(/[.&'’-]$/u, '')
    const place = [index, index + word.length]
    const isName = isFirst ? capital.test(word.slice(1)) && !isShout(word) : capital.test(word)
    if (isProduct(word)) known.push(...place)
    else if (isName && !notNames.has(word.toLowerCase().replace(/['’.].*/u, ''))) others.push(...place)
    else if (/\p{Ll}\.(?:com|io|net|org|app|ai|co|me)$/u.test(word.toLowerCase())) others.push(...place)
    isFirst = false
  }
  return [...known, ...others]
}

/** The target of a link, which is not a name that the author mentions. */
const address = /\]\(\S+|\bhttps?:\/\/\S+/giu
const blank = (found: string) => ' '.repeat(found.length)

const isProduct = (word: string): boolean => {
  const lower = word.toLowerCase().replace(/[.&'’-]$/u, '')
  return products.has(lower) && (namesProduct(lower) || capital.test(word[0] ?? ''))
}

/** "Google" is often the verb for searching. */
const searches = /\b(?:search(?:ed|ing)?|use|using|on|my) google\b|\bgoogle[- ]fu\b/iu

/** Whether a sentence names a product of the list, other than to say that its author searched the web. */
export function namesKnownProduct(quote: string): boolean {
  const said = quote.replace(searches, '')
  return (said.match(words) ?? []).some(isProduct)
}

const isShout = (word: string) => word === word.toUpperCase()
