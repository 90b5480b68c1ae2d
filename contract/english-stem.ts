/**
 * The stem of an English word, as PostgreSQL's `english_stem` computes it: the Porter2 algorithm of
 * https://snowballstem.org/algorithms/english/stemmer.html. A search matches stems, so it finds all words
 * with the same stem.
 */
export function englishStem(word: string): string {
  if (word.length < 3 || word.length > mostLetters || !/^[a-z]+$/u.test(word)) return word
  const known = Object.hasOwn(exceptions, word) ? exceptions[word] : undefined
  if (known !== undefined) return known
  const stem = markConsonants(word)
  const [one, two] = regionsOf(stem)
  const regions = { one, two }
  const singular = withoutPlural(stem)
  if (unchanged.has(singular)) return singular
  const steps = [withoutVerbEnding, withFinalI, shortenTwice, shortenOnce, withoutSuffix, withoutFinalLetter]
  return steps.reduce((left, step) => step(left, regions), singular).replaceAll('Y', 'y')
}

/** Longer runs of letters are not words. */
const mostLetters = 60

const exceptions: Readonly<Record<string, string>> = {
  skis: 'ski',
  skies: 'sky',
  dying: 'die',
  lying: 'lie',
  tying: 'tie',
  idly: 'idl',
  gently: 'gentl',
  ugly: 'ugli',
  early: 'earli',
  only: 'onli',
  singly: 'singl',
  sky: 'sky',
  news: 'news',
  howe: 'howe',
  atlas: 'atlas',
  cosmos: 'cosmos',
  bias: 'bias',
  andes: 'andes',
}

const unchanged: ReadonlySet<string> = new Set(
  'inning outing canning herring earring proceed exceed succeed'.split(' '),
)

/** The offsets of the regions R1 and R2, in which suffixes may be removed. */
type Regions = { one: number; two: number }

/** Writes each `y` that is a consonant as `Y`. */
const markConsonants = (word: string) => word.replace(/^y/u, 'Y').replace(/([aeiouy])y/gu, '$1Y')

const afterVowel = /[aeiouy][^aeiouy]/u

function regionsOf(stem: string): [number, number] {
  const after = (from: number) => {
    const at = stem.slice(from).search(afterVowel)
    return at === -1 ? stem.length : from + at + 2
  }
  const prefix = /^(?:gener|commun|arsen)/u.exec(stem)
  const one = prefix === null ? after(0) : prefix[0].length
  return [one, after(one)]
}

const hasVowel = (text: string) => /[aeiouy]/u.test(text)
const endsShort = (text: string) => /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/u.test(text)

function withoutPlural(stem: string): string {
  if (stem.endsWith('sses')) return stem.slice(0, -2)
  if (/ie[ds]$/u.test(stem)) return stem.slice(0, stem.length > 4 ? -2 : -1)
  if (!stem.endsWith('s') || /[us]s$/u.test(stem)) return stem
  return hasVowel(stem.slice(0, -2)) ? stem.slice(0, -1) : stem
}

function withoutVerbEnding(stem: string, { one }: Regions): string {
  const [ending] = /(?:eed|ed|ing)(?:ly)?$/u.exec(stem) ?? []
  if (ending === undefined) return stem
  const left = stem.slice(0, -ending.length)
  if (ending.startsWith('ee')) return left.length >= one ? `${left}ee` : stem
  if (!hasVowel(left)) return stem
  if (/(?:at|bl|iz)$/u.test(left)) return `${left}e`
  if (/(?<!^[aeo])(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/u.test(left)) return left.slice(0, -1)
  return one >= left.length && endsShort(left) ? `${left}e` : left
}

const withFinalI = (stem: string) => stem.replace(/(?<=.[^aeiouy])[yY]$/u, 'i')

type Change = { suffix: string; to: string; after?: RegExp; inTwo?: true }

const changes = (list: string): Change[] =>
  list.split(' ').map((one) => {
    const [suffix = '', to = ''] = one.split('>')
    return { suffix, to }
  })

const bySize = (list: Change[]) => list.sort((a, b) => b.suffix.length - a.suffix.length)

const twice = bySize([
  ...changes(
    'tional>tion enci>ence anci>ance abli>able entli>ent izer>ize ization>ize ational>ate ation>ate ' +
      'ator>ate alism>al aliti>al alli>al fulness>ful ousli>ous ousness>ous iveness>ive iviti>ive ' +
      'biliti>ble bli>ble fulli>ful lessli>less',
  ),
  { suffix: 'ogi', to: 'og', after: /l$/u },
  { suffix: 'li', to: '', after: /[cdeghkmnrt]$/u },
])

const once = bySize([
  ...changes('tional>tion ational>ate alize>al icate>ic iciti>ic ical>ic ful> ness>'),
  { suffix: 'ative', to: '', inTwo: true },
])

const removed = bySize([
  ...changes('al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ism> ate> iti> ous> ive> ize>'),
  { suffix: 'ion', to: '', after: /[st]$/u },
])

/** Only the longest suffix counts, even if it may not be changed. */
function change(list: readonly Change[], stem: string, { one, two }: Regions): string {
  const found = list.find(({ suffix }) => stem.endsWith(suffix))
  if (found === undefined) return stem
  const left = stem.slice(0, -found.suffix.length)
  const may = left.length >= (found.inTwo ? two : one) && (found.after?.test(left) ?? true)
  return may ? left + found.to : stem
}

const shortenTwice = (stem: string, regions: Regions) => change(twice, stem, regions)
const shortenOnce = (stem: string, regions: Regions) => change(once, stem, regions)
const withoutSuffix = (stem: string, { two }: Regions) => change(removed, stem, { one: two, two })

function withoutFinalLetter(stem: string, { one, two }: Regions): string {
  const left = stem.slice(0, -1)
  if (stem.endsWith('e')) return left.length >= two || (left.length >= one && !endsShort(left)) ? left : stem
  return stem.endsWith('ll') && left.length >= two ? left : stem
}
