import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { missingData, readArchivePosts, refuseHeldOut } from '#learning/data/labelled-post.ts'
import { listLabelledPairs, type NeedLabels, readNeedLabels } from '#learning/data/need-labels.ts'
import { fitPairs, type LabelledPair } from '#learning/fit/fit-pairs.ts'
import { learnNeedWords } from '#learning/fit/need-words.ts'
import { openNeedComparison } from '#scoring/needs.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts'
import { gatherArchiveBrief } from './gather-archive-brief.ts'

// Learns which posts want the same thing: npm run train:needs -- --data FOLDER; --words learns the word embeddings instead.

const { values } = parseArgs({ options: { data: { type: 'string' }, words: { type: 'boolean' } } })

function write(name: string, value: unknown): void {
  writeFileSync(new URL(`../scoring/needs/${name}`, import.meta.url), `${JSON.stringify(value, null, 2)}\n`)
}

/** The labelled pairs of a keyword, each as it is met among all posts of the keyword's brief. */
async function readPairs(database: OpenDatabase, labels: NeedLabels): Promise<LabelledPair[]> {
  const posts = await gatherArchiveBrief(database, labels.keyword)
  const placeOf = new Map(posts.map(({ post }, at) => [post.sourceId, at]))
  const read = openNeedComparison(posts)
  return listLabelledPairs(labels).flatMap(({ one, other, isSame }) => {
    const [a, b] = [placeOf.get(one), placeOf.get(other)]
    if (a === undefined || b === undefined) return []
    return [{ keyword: labels.keyword, isSame, features: read(a, b).slice() }]
  })
}

async function train(dataDir: string): Promise<void> {
  const all = readNeedLabels()
  refuseHeldOut(all.flatMap(({ jobs, alone }) => [...jobs.flat(), ...alone]))
  const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
  const pairs: LabelledPair[] = []
  for (const labels of all) pairs.push(...(await readPairs(database, labels)))
  await database.close()
  write('pair-weights.json', fitPairs(pairs))
  const same = pairs.filter(({ isSame }) => isSame).length
  console.log(`${pairs.length} pairs of ${all.length} keywords, ${same} of which want the same`)
}

const missing = missingData()
if (missing !== null) console.log(missing)
else if (values.words === true) write('need-words.json', learnNeedWords(readArchivePosts()))
else if (values.data === undefined) {
  console.error('Name a data folder with the posts of ../shared/posts: --data FOLDER')
  process.exitCode = 2
} else await train(resolve(values.data))
