import { phraseValue } from '#scoring/sum-signals.ts'
import { addTimes, type Stretch } from './gradient-descent.ts'
import { featuresOf, type SentenceTable } from './sentence-table.ts'
import { embeddedWords, type WordEmbeddings } from './word-embeddings.ts'

/** For each sentence, the sum of its words' embeddings (`size` numbers). */
export function embedSentences(table: SentenceTable, embeddings: WordEmbeddings): Float32Array {
  const { size, place, vectors } = embeddedWords(table.phrases, embeddings)
  const count = table.tokens.length
  const embedded = new Float32Array(count * size)
  const add: Stretch = { to: 0, from: 0, count: size, times: 1 }
  for (let sentence = 0; sentence < count; sentence++) {
    add.to = sentence * size
    add.times = phraseValue(table.tokens[sentence] ?? 0)
    for (const feature of featuresOf(table, sentence)) {
      const found = place[feature] ?? -1
      if (found < 0) continue
      add.from = found * size
      addTimes(embedded, vectors, add)
    }
  }
  return embedded
}
