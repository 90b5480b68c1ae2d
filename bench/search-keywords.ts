import type pg from 'pg'

export type KeywordClass = 'common' | 'middling' | 'rare' | 'two words' | 'phrase'
export type ClassedKeyword = { keyword: string; kind: KeywordClass }

/** Classes of single words by the share of posts that contain them. */
const shares: [kind: KeywordClass, least: number, most: number][] = [
  ['common', 0.08, 1],
  ['middling', 0.01, 0.04],
  ['rare', 0.0005, 0.002],
]
const perClass = 30

/** A random sequence with a seed, so that every run uses the same keywords. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}

function pick<T>(items: readonly T[], count: number, random: () => number): T[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}

const plainWord = /^[a-z]{3,}$/

/**
 * A sample of keywords from the archive: single words by frequency, pairs of words, and phrases from titles.
 */
export async function sampleKeywords(pool: pg.Pool): Promise<ClassedKeyword[]> {
  const random = makeRandom(7)
  const { rows: words } = await pool.query<{ word: string; posts: number; sampled: number }>(
    `select word, ndoc as posts, (select count(*)::integer from archive_posts where id % 97 = 0) as sampled
     from ts_stat('select to_tsvector(''simple'', title || '' '' || left(selftext, 5000)) from archive_posts where id % 97 = 0')
     where to_tsvector('english', word) <> '' order by ndoc desc, word limit 20000`,
  )
  const usable = words.filter((row) => plainWord.test(row.word))
  const singles = shares.flatMap(([kind, least, most]) => {
    const fitting = usable.filter(({ posts, sampled }) => posts >= least * sampled && posts < most * sampled)
    return pick(fitting, perClass, random).map(({ word }) => ({ keyword: word, kind }))
  })
  const { rows: titles } = await pool.query<{ title: string }>(
    'select title from archive_posts where id % 997 = 0 order by id',
  )
  const known = new Set(usable.slice(0, 5000).map((row) => row.word))
  const pairs = titles.flatMap(({ title }) => {
    const list = title.toLowerCase().split(/[^a-z]+/)
    return list.flatMap((word, index) => {
      const next = list[index + 1] ?? ''
      return known.has(word) && known.has(next) && word !== next ? [`${word} ${next}`] : []
    })
  })
  const sampled = pick([...new Set(pairs)], perClass * 2, random)
  return [
    ...singles,
    ...sampled.slice(0, perClass).map((pair) => ({ keyword: pair, kind: 'two words' as const })),
    ...sampled.slice(perClass).map((pair) => ({ keyword: `"${pair}"`, kind: 'phrase' as const })),
  ]
}
