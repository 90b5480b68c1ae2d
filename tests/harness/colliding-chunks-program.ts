import { countSteps } from './count-steps.ts'

/** Prints the steps that a chunk table takes for 300 and for 600 words that belong into the same slot. */
const { ChunkTable, hashChunk } = await import('#server/matching/chunk-table.ts')

const slots = 1 << 15
const words: string[] = []
for (let at = 0; words.length < 600; at += 1) {
  const word = at.toString(36)
  if ((hashChunk(word, 0, word.length) & (slots - 1)) === 0) words.push(word)
}
const stepsFor = (count: number) =>
  countSteps(
    () => new ChunkTable().read(words.slice(0, count).join(' '), { signed: false, entities: false }, []),
    Number.POSITIVE_INFINITY,
  )
console.log(JSON.stringify([await stepsFor(300), await stepsFor(600)]))
