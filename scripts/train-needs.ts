import { writeFileSync } from 'node:fs'
import { limits } from '#contract/limits.ts'
import { missingData, readArchivePosts, refuseHeldOut } from '#learning/data/labelled-post.ts'
import { listNeedPairs } from '#learning/data/need-pairs.ts'
import { fitPairs } from '#learning/fit/fit-pairs.ts'
import { findStemRarities } from '#learning/fit/stem-rarities.ts'
import { compareWants, openStemRarities } from '#scoring/needs/compare-wants.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'

// Learns which posts want the same thing: npm run train:needs

function write(name: string, value: unknown): void {
  writeFileSync(new URL(`../scoring/needs/${name}`, import.meta.url), `${JSON.stringify(value, null, 2)}\n`)
}

function train(): void {
  const pairs = listNeedPairs()
  const ids = new Set(pairs.flatMap(({ one, other }) => [one, other]))
  refuseHeldOut([...ids])
  const { scorePost } = shippedScorer()
  const scored = readArchivePosts().map((post) => ({
    ...post,
    ...scorePost(post),
    rank: 0,
  }))
  const rarities = findStemRarities(
    scored.filter(({ opportunityScore }) => opportunityScore >= limits.potentialScore),
  )
  write('stem-rarities.json', rarities)
  const read = scored.filter(({ id }) => ids.has(id))
  const placeOf = new Map(read.map(({ id }, at) => [id, at]))
  const compare = compareWants(read, openStemRarities(rarities))
  const labelled = pairs.map(({ one, other, isSame, weight }) => {
    const [a, b] = [placeOf.get(one), placeOf.get(other)]
    if (a === undefined || b === undefined) throw new Error(`The archive lacks ${one} or ${other}.`)
    return { features: compare(a, b).slice(), isSame, weight }
  })
  write('pair-weights.json', fitPairs(labelled))
  console.log(
    `${labelled.length} pairs of ${read.length} posts, ${labelled.filter(({ isSame }) => isSame).length} of which want the same`,
  )
}

const missing = missingData()
if (missing === null) train()
else {
  console.error(missing)
  process.exitCode = 1
}
