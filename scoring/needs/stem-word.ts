const vowel = /[aeiouy]/u

/** Other words for the same thing, by stem: a theme should not fall apart over which one a post uses. */
const sameMeaning: Readonly<Record<string, string>> = {
  customer: 'client',
  custom: 'client',
  employe: 'staff',
  worker: 'staff',
  cowork: 'staff',
  colleagu: 'staff',
  pic: 'photo',
  pictur: 'photo',
  imag: 'photo',
  smartphon: 'phon',
  cellphon: 'phon',
  mobil: 'phon',
  calend: 'calendar',
  gcal: 'calendar',
  qb: 'quickbook',
  mail: 'email',
  websit: 'site',
  webpag: 'site',
  apartment: 'apt',
}

/** The part of a word that its forms share: plural, past and -ing forms meet. Not a word that people read. */
export function stemWord(word: string): string {
  const stem = undouble(withoutEnding(word))
  return Object.hasOwn(sameMeaning, stem) ? (sameMeaning[stem] ?? stem) : stem
}

function withoutEnding(word: string): string {
  if (word.length < 4) return word
  let stem = singular(word)
  for (const ending of ['ing', 'ed', 'er', 'ly']) {
    const rest = stem.slice(0, -ending.length)
    if (stem.endsWith(ending) && rest.length >= 4 && vowel.test(rest)) stem = rest
  }
  return withoutFinalE(stem)
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/u.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !/(?:ss|us|is)$/u.test(word) ? word.slice(0, -1) : word
}

function withoutFinalE(word: string): string {
  return word.endsWith('e') && word.length > 4 ? word.slice(0, -1) : word
}

function undouble(word: string): string {
  const last = word.at(-1)
  const doubled = last !== undefined && last === word.at(-2) && /[bdfgklmnprt]/u.test(last)
  return doubled && word.length > 4 ? word.slice(0, -1) : word
}
