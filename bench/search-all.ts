import { timeSearch } from './time-search.ts'
import type { VariedKeyword } from './varied-keywords.ts'

/** Searches for every keyword once, with this many clients at the same time. */
export async function searchAll(url: string, keywords: readonly VariedKeyword[], clients: number) {
  const queue = [...keywords]
  const times: number[] = []
  const startedAt = performance.now()
  const client = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      times.push(await timeSearch(url, next.keyword))
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { times, seconds: (performance.now() - startedAt) / 1000 }
}
