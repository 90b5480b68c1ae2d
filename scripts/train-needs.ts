import { writeFileSync } from 'node:fs'
import { limits } from '#contract/limits.ts'
import { missingData, readArchivePosts, refuseHeldOut } from '#learning/data/labelled-post.ts'
import { listNeedPairs, readWantedJobs } from '#learning/data/need-pairs.ts'
import { fitJobWords, type JobPost } from '#learning/fit/fit-job-words.ts'
import { fitPairs } from '#learning/fit/fit-pairs.ts'
import { findStemRarities } from '#learning/fit/stem-rarities.ts'
import {
  compareWants,
  openStemRarities,
  profilePosts,
  type StemRarities,
} from '#scoring/needs/compare-wants.ts'
import { openJobWords } from '#scoring/needs/job-words.ts'
import type { NeedPost } from '#scoring/needs/need-post.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'

// Learns which posts want the same thing: npm run train:needs

function write(name: string, value: unknown): void {
  writeFileSync(new URL(`../scoring/needs/${name}`, import.meta.url), `${JSON.stringify(value, null, 2)}\n`)
}

const folds = 5
/** By its letters: the same on every machine. */
const foldOf = (id: string) => Buffer.from(id).reduce((sum, letter) => sum + letter, 0) % folds

type ScoredPost = NeedPost & { id: string }

function readJobPosts(posts: readonly ScoredPost[], rarityOf: StemRarities): JobPost[] {
  const wanted = readWantedJobs()
  const named = posts.filter(({ id }) => wanted.has(id))
  const { stems, texts } = profilePosts(named, rarityOf)
  return named.map(({ id }, at) => ({
    id,
    stems: new Map((texts[at] ?? []).map(({ term, weight }) => [stems[term] ?? '', weight])),
    job: wanted.get(id) ?? '',
  }))
}

function train(): void {
  const pairs = listNeedPairs()
  const ids = new Set(pairs.flatMap(({ one, other }) => [one, other]))
  refuseHeldOut([...ids, ...readWantedJobs().keys()])
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
  const rarityOf = openStemRarities(rarities)
  const jobPosts = readJobPosts(scored, rarityOf)
  write('job-words.json', fitJobWords(jobPosts))
  const foldWords = Array.from({ length: folds }, (_, fold) =>
    openJobWords(fitJobWords(jobPosts, ({ id }) => foldOf(id) === fold)),
  )
  // What pairs teach of a post's likely job has to hold for posts that did not teach what is likely.
  const jobWordsFor = (post: number) => foldWords[foldOf(read[post]?.id ?? '')] ?? new Map()
  const compare = compareWants(read, { rarityOf, jobWordsFor })
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
