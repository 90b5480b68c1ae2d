import type { Profile } from './compare-posts.ts'

/**
 * A word of job names, such as `track` or `invoices`, with its rarity among jobs. `stems` are those stems of
 * posts that predict this word, strongest first. Stems and weights are separated by spaces.
 */
export type JobWordsFile = { word: string; rarity: number; stems: string; weights: string }[]

/** For each stem, its weights for words of job names. Words are numbers. */
export type JobWords = ReadonlyMap<string, Profile>

export function openJobWords(file: JobWordsFile): JobWords {
  const byStem = new Map<string, { term: number; weight: number }[]>()
  file.forEach(({ rarity, stems, weights }, term) => {
    const numbers = weights.split(' ').map(Number)
    stems.split(' ').forEach((stem, at) => {
      const said = byStem.get(stem) ?? []
      if (said.length === 0) byStem.set(stem, said)
      said.push({ term, weight: rarity * (numbers[at] ?? 0) })
    })
  })
  return byStem
}

/**
 * Predicts the words of the job that the author of a post wants done. The weights of the words have a
 * Euclidean norm of 1.
 */
export function likelyJob(stems: readonly string[], post: Profile, words: JobWords): Profile {
  const sums = new Map<number, number>()
  for (const { term: stem, weight } of post) {
    for (const said of words.get(stems[stem] ?? '') ?? [])
      sums.set(said.term, (sums.get(said.term) ?? 0) + weight * said.weight)
  }
  const length = Math.sqrt([...sums.values()].reduce((sum, weight) => sum + weight * weight, 0)) || 1
  return [...sums].map(([term, weight]) => ({ term, weight: weight / length }))
}
