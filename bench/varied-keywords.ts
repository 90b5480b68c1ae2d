import { readFileSync } from 'node:fs'
import type pg from 'pg'

export type VariedKeyword = { keyword: string; kind: string }

/** A random sequence with a seed, so that every run uses the same keywords. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

const thesaurus = new URL('../server/matching/thesaurus.tsv', import.meta.url)
const signWords = ['c++', 'c#', '.net', 'node.js', 'f#', 'asp.net', 'covid-19', '24/7', 'r&d', 'b2b']

async function readArchive(pool: pg.Pool) {
  const { rows: titles } = await pool.query<{ title: string; community: string }>(
    `select title, community from archive_posts where not sample and language is null
      order by md5(id::text) limit 6000`,
  )
  const { rows: words } = await pool.query<{ word: string }>(
    `select word from archive_words where titles between 3 and 20000 and word ~ '^[a-z]{3,16}$' order by md5(word)`,
  )
  const { rows: common } = await pool.query<{ word: string }>(
    `select word from archive_words where titles > 0 and word ~ '^[a-z]{3,16}$' order by posts desc limit 400`,
  )
  return { titles, words: words.map(({ word }) => word), common: common.map(({ word }) => word) }
}

/** Different keywords of every kind, equally many of each kind, in mixed order. */
export async function varyKeywords(pool: pg.Pool, count: number): Promise<VariedKeyword[]> {
  const random = makeRandom(11)
  const { titles, words, common } = await readArchive(pool)
  const market = readFileSync(thesaurus, 'utf8').match(/^[^\t\n]+/gmu) ?? []
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  /** Adjacent words of a title. */
  const run = (length: number): string => {
    for (;;) {
      const list =
        one(titles)
          .title.toLowerCase()
          .match(/[a-z]{2,}/gu) ?? []
      const from = Math.floor(random() * Math.max(1, list.length - length))
      if (list.length >= length) return list.slice(from, from + length).join(' ')
    }
  }
  const kinds: [kind: string, make: () => string][] = [
    ['common word', () => one(common)],
    ['word', () => one(words)],
    ['two words', () => run(2)],
    ['two words apart', () => `${one(words)} ${one(common)}`],
    ['three words', () => run(3)],
    ['five words', () => run(5)],
    ['phrase', () => `"${run(2)}"`],
    ['longer phrase', () => `"${run(3)}" ${one(words)}`],
    ['market word', () => one(market)],
    ['market word and product', () => `${one(market)} ${one(['app', 'software', 'tool', 'tracker'])}`],
    ['two market words', () => `${one(market)} ${one(market)}`],
    ['excluded', () => `${one(common)} -${one(common)}`],
    ['either', () => `${one(market)} OR ${run(2)}`],
    ['either with another', () => `(${one(words)} OR ${one(common)}) ${one(common)} -${one(common)}`],
    [
      'filters',
      () =>
        `${one(common)} ${one(['after:2024', 'score:50', 'signal:money', '-signal:question', 'before:2024-06'])}`,
    ],
    ['excluded phrase', () => `${one(market)} -"${run(2)}"`],
    ['communities', () => `${one(common)} in:${one(titles).community},${one(titles).community}`],
    ['hyphen', () => run(2).replace(' ', '-')],
    ['signs', () => `${one(signWords)} ${one(common)}`],
    ['many terms', () => run(3).concat(' ', Array.from({ length: 5 }, () => one(common)).join(' '))],
  ]
  const found = new Map<string, VariedKeyword>()
  for (let at = 0; found.size < count; at += 1) {
    const [kind, make] = kinds[at % kinds.length] as (typeof kinds)[number]
    const keyword = make().slice(0, 190)
    if (!found.has(keyword)) found.set(keyword, { keyword, kind })
  }
  return [...found.values()]
}
