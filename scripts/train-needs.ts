import { writeFileSync } from 'node:fs'
import { limits } from '#contract/limits.ts'
import { missingData, readArchivePosts, refuseHeldOut } from '#learning/data/labelled-post.ts'
import { listNeedPairs, readWantedJobs } from '#learning/data/need-pairs.ts'
import { countEach, fitJobWords, type JobPost } from '#learning/fit/fit-job-words.ts'
import { fitPairs, type LabelledPair } from '#learning/fit/fit-pairs.ts'
import { findStemRarities } from '#learning/fit/stem-rarities.ts'
import {
  compareWants,
  type Lexicon,
  openStemRarities,
  pairFeatures,
  profilePosts,
  type StemRarities,
} from '#scoring/needs/compare-wants.ts'
import { openJobWords } from '#scoring/needs/job-words.ts'
import type { NeedPost } from '#scoring/needs/need-post.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'

// Learns which posts have the same need: npm run train:needs

function write(name: string, value: unknown): void {
  writeFileSync(new URL(`../scoring/needs/${name}`, import.meta.url), `${JSON.stringify(value, null, 2)}\n`)
}

const folds = 5
/** A hash of the letters, which is the same on every machine. */
const foldOf = (id: string) => Buffer.from(id).reduce((sum, letter) => sum + letter, 0) % folds

type ScoredPost = NeedPost & { id: string }
type NeedPairs = ReturnType<typeof listNeedPairs>

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

/** The strength of regularisation. */
const restraint = { base: 0, feature: 1, stem: 15 }

/** The minimum number of posts with a stem. */
const leastPosts = 20

/** Writes the parameters that are learned from pairs of posts. */
function fitWants(pairs: NeedPairs, read: readonly ScoredPost[], lexicon: Lexicon): LabelledPair[] {
  const placeOf = new Map(read.map(({ id }, at) => [id, at]))
  const compare = compareWants(read, lexicon)
  const { stems, texts } = profilePosts(read, lexicon.rarityOf)
  const said = texts.map((text) => text.map(({ term, weight }) => ({ stem: stems[term] ?? '', weight })))
  const common = countEach(
    said.map((text) => text.map(({ stem }) => stem)),
    leastPosts,
  )
  const first = 1 + pairFeatures.indexOf('stems')
  const columnOf = new Map(common.map(({ name }, at) => [name, first + at]))
  const labelled = pairs.map(({ one, other, isSame }) => {
    const [a, b] = [placeOf.get(one), placeOf.get(other)]
    if (a === undefined || b === undefined) throw new Error(`The archive lacks ${one} or ${other}.`)
    const ofBoth = [...(said[a] ?? []), ...(said[b] ?? [])].filter(({ stem }) => columnOf.has(stem))
    const known = [1, ...compare(a, b).slice(0, first - 1)]
    return {
      columns: Int32Array.from([...known.keys(), ...ofBoth.map(({ stem }) => columnOf.get(stem) ?? 0)]),
      weights: Float64Array.from([...known, ...ofBoth.map(({ weight }) => weight)]),
      isSame,
    }
  })
  const restraints = Float64Array.from([
    restraint.base,
    ...pairFeatures.slice(0, first - 1).map(() => restraint.feature),
    ...common.map(() => restraint.stem),
  ])
  const [base, ...weights] = fitPairs(labelled, restraints)
  const named = pairFeatures.map((name, at) => [name, name === 'stems' ? 1 : weights[at]])
  write('pair-weights.json', { base, ...Object.fromEntries(named) })
  write('pair-stems.json', {
    stems: common.map(({ name }) => name).join(' '),
    weights: weights.slice(first - 1).join(' '),
  })
  return labelled
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
  const rarityOf = openStemRarities(rarities)
  const jobPosts = readJobPosts(scored, rarityOf)
  write('job-words.json', fitJobWords(jobPosts))
  const foldWords = Array.from({ length: folds }, (_, fold) =>
    openJobWords(fitJobWords(jobPosts, ({ id }) => foldOf(id) === fold)),
  )
  // The words that predict the jobs of a post were learned without this post.
  const jobWordsFor = (post: number) => foldWords[foldOf(read[post]?.id ?? '')] ?? new Map()
  const labelled = fitWants(pairs, read, { rarityOf, jobWordsFor, stemWeights: new Map() })
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
