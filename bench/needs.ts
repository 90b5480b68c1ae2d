import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import { type JudgedPair, pairKey, readJudgedPairs } from '#learning/data/need-pairs.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts'
import { type BriefPost, composeBrief } from '#server/features/search/brief/brief-rules.ts'
import { gatherArchiveBrief } from './gather-archive-brief.ts'
import { percentile } from './percentile.ts'
import { saveFigures } from './save-figures.ts'

// Measures how many relevant strong posts of 20 keywords are in a need, how many keywords have two needs, and
// what a brief costs. With --pairs, it prints random pairs of one need for raters: npm run bench:needs --
// --data FOLDER

const judgementsPath = new URL('../../shared/relevance/judgements.jsonl', import.meta.url)
/** Like the keywords of `relevance-untouched.jsonl`, these were never used to choose anything about needs. */
const neverUsed = [
  'wordpress',
  'phone calls',
  'music production',
  'small shop',
  'to do list',
  'classroom',
  'contacts',
  'bills',
  'travel planning',
  'browser extension',
]
const untouchedPath = new URL('relevance-untouched.jsonl', import.meta.url)
const rounds = 5

const judgement = z.object({ keyword: z.string(), id: z.string(), relevance: z.int() })

async function readJudgements(path: URL): Promise<z.infer<typeof judgement>[]> {
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  return lines.map((line) => z.parse(judgement, JSON.parse(line)))
}

async function readRelevant(): Promise<Map<string, Set<string>>> {
  const judged = await readJudgements(judgementsPath)
  const relevant = (each: readonly z.infer<typeof judgement>[]) =>
    new Set(each.filter(({ relevance }) => relevance > 0).map(({ id }) => id))
  return new Map(
    [...Map.groupBy(judged, ({ keyword }) => keyword)].map(([keyword, each]) => [keyword, relevant(each)]),
  )
}

/** The CPU milliseconds of this process so far. Other load on the machine hardly affects them. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

type Pair = { keyword: string; one: string; other: string; need: number }
type Row = { strong: number; covered: number; needs: number; posts: number }

/** The ids of promising and strong posts among `ids`, whether or not a search finds these posts. */
async function listStrong({ pool }: OpenDatabase, ids: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select source_id as id from archive_posts
      where source = 'reddit' and source_id = any($1::text[]) and opportunity_score >= $2`,
    [[...ids], limits.promisingScore],
  )
  return rows.map(({ id }) => id)
}

function measure(posts: readonly BriefPost[], strong: readonly string[], needs: readonly string[][]): Row {
  const inNeed = new Set(needs.flat())
  const covered = strong.filter((id) => inNeed.has(id)).length
  return { strong: strong.length, covered, needs: needs.length, posts: posts.length }
}

function showRow(name: string, { strong, covered, needs, posts }: Row): void {
  const share = (count: number) => (strong === 0 ? '-' : (count / strong).toFixed(2)).padStart(6)
  const cells = [posts, needs, strong].map((count) => String(count).padStart(6))
  console.log(`${name.padEnd(28)}${cells.join('')}  ${share(covered)}`)
}

type Accepted = { read: string; first: number; second: number; all: number }

const percent = (part: number, whole: number) => Math.round((1000 * part) / Math.max(1, whole)) / 10

/**
 * The number of judged pairs within one need, and the percentages that were accepted by the first rater, by
 * the second rater, and by every rater of the pair.
 */
function countAccepted(pairs: readonly Pair[], judged: ReadonlyMap<string, JudgedPair>): Accepted {
  const known = pairs.flatMap(({ one, other }) => judged.get(pairKey(one, other)) ?? [])
  const twice = known.filter(({ second }) => second !== undefined)
  const share = (of: readonly JudgedPair[], accepts: (pair: JudgedPair) => boolean) =>
    percent(of.filter(accepts).length, of.length)
  return {
    read: `${known.length} of ${pairs.length}, ${twice.length} by both`,
    first: share(known, (pair) => pair.first),
    second: share(twice, (pair) => pair.second === true),
    all: share(known, (pair) => pair.first && pair.second !== false),
  }
}

/** The measurements for the given keywords, or for the keywords that were never used for tuning. */
type Measured = { keywords: number; accepted: Accepted; withTwo: number }

function saveNeeds(
  { given, untouched }: Record<'given' | 'untouched', Measured>,
  inNeed: number,
  times: readonly number[],
): void {
  const [median, high] = [0.5, 0.95].map((share) => Math.round(percentile(times, share)))
  const rowOf = (name: string, { keywords, accepted, withTwo }: Measured) => [
    `${name} (${keywords})`,
    accepted.read,
    `${accepted.first}%`,
    `${accepted.second}%`,
    `${accepted.all}%`,
    `${withTwo}%`,
  ]
  const shareBars = (name: string, { accepted, withTwo }: Measured) => [
    { what: `pairs that all who read them accept, ${name}`, measured: accepted.all, least: 65, unit: '%' },
    { what: `${name} with two needs or more`, measured: withTwo, least: 80, unit: '%' },
  ]
  saveFigures('needs', {
    title: 'What people need',
    command: 'npm run bench:needs -- --data FOLDER',
    over: `Scorer ${shippedScorer().version}. One or two raters judged each pair independently: "A founder wonders what product to build. Would one product serve both authors?"`,
    columns: [
      'keywords',
      'pairs of one need that were read',
      'first reader',
      'second',
      'all',
      'with two needs or more',
    ],
    rows: [rowOf('given', given), rowOf('never tuned on', untouched)],
    bars: [
      { what: 'relevant posts from 60 up that are in a need', measured: inNeed, least: 20, unit: '%' },
      ...shareBars('given keywords', given),
      ...shareBars('keywords never tuned on', untouched),
      {
        what: `finding and making a brief, p95; p50 is ${median} ms`,
        measured: high ?? 0,
        most: 150,
        unit: ' ms',
      },
    ],
    notes: [
      'Readers are language models that saw only the pairs, shuffled with those of other groupings (kappa of two readers 0.92; of the latest reader and the one of `need-pairs.ndjson` 0.65). For comparison, such readers accept 75% of 40 pairs that a language model had grouped by hand, and 23% of 90 pairs that were grouped by shared words. Pairs that the weights were learned from do not count: 54 of those for keywords never tuned on, of which a blind reader accepted 44%. A relevant post that is in no brief is in no need. A given keyword brings 2 to 147 posts to its brief, 45 on average.',
    ],
  })
}

/** The same seed and briefs result in the same pairs in the same random order. */
function samplePairs(pairs: readonly Pair[], { count, seed }: { count: number; seed: number }): Pair[] {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
  return pairs
    .map((pair) => ({ pair, key: next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ pair }) => pair)
}

/** For a keyword, the needs as lists of post ids, and every pair of posts within a need. */
async function readNeeds(database: OpenDatabase, keyword: string) {
  const posts = await gatherArchiveBrief(database, keyword)
  const needs = composeBrief(posts).needs.map((need) => need.posts.map(({ id }) => id))
  const pairs = needs.flatMap((ids, at) =>
    ids.flatMap((one, of) => ids.slice(0, of).map((other) => ({ keyword, one, other, need: at + 1 }))),
  )
  return { posts, needs, pairs }
}

const withTwoOf = (needs: readonly number[]) =>
  percent(needs.filter((count) => count > 1).length, needs.length)

/** Measures the needs of the keywords that were never used for tuning. */
async function measureUntouched(database: OpenDatabase, judged: ReadonlyMap<string, JudgedPair>) {
  const named = (await readJudgements(untouchedPath)).map(({ keyword }) => keyword)
  const keywords = [...new Set([...named, ...neverUsed])]
  const found: Awaited<ReturnType<typeof readNeeds>>[] = []
  for (const keyword of keywords) found.push(await readNeeds(database, keyword))
  const pairs = found.flatMap((one) => one.pairs)
  const accepted = countAccepted(pairs, judged)
  const withTwo = withTwoOf(found.map(({ needs }) => needs.length))
  console.log(`${keywords.length} keywords never tuned on: ${describe(accepted, withTwo)}`)
  return { keywords: keywords.length, accepted, withTwo }
}

const describe = ({ read, first, second, all }: Accepted, withTwo: number) =>
  `pairs read: ${read}; accepted ${first}% and ${second}%, by all who read them ${all}%; ${withTwo}% of the keywords have two needs or more`

async function run(dataDir: string, asked: { count: number; seed: number }): Promise<void> {
  const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
  const pairs: Pair[] = []
  const rows: Row[] = []
  const times: number[] = []
  const ownTimes: number[] = []
  console.log(`${'keyword'.padEnd(28)} posts needs strong  in a need`)
  for (const [keyword, relevant] of await readRelevant()) {
    let found = await readNeeds(database, keyword)
    for (let round = 1; round < rounds; round++) {
      const [from, ownFrom] = [performance.now(), cpuMs()]
      found = await readNeeds(database, keyword)
      times.push(performance.now() - from)
      ownTimes.push(cpuMs() - ownFrom)
    }
    pairs.push(...found.pairs)
    const row = measure(found.posts, await listStrong(database, relevant), found.needs)
    showRow(keyword, row)
    rows.push(row)
  }
  const total = (of: keyof Row) => rows.reduce((sum, row) => sum + row[of], 0)
  showRow('all', {
    strong: total('strong'),
    covered: total('covered'),
    needs: total('needs'),
    posts: total('posts'),
  })
  const at = (of: readonly number[], share: number) => percentile(of, share).toFixed(0)
  console.log(`a brief, found and made: p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms`)
  console.log(`of which this process:   p50 ${at(ownTimes, 0.5)} ms, p95 ${at(ownTimes, 0.95)} ms`)
  const judged = new Map(readJudgedPairs().map((pair) => [pairKey(pair.one, pair.other), pair]))
  const accepted = countAccepted(pairs, judged)
  const withTwo = withTwoOf(rows.map(({ needs }) => needs))
  console.log(`${rows.length} given keywords: ${describe(accepted, withTwo)}`)
  const untouched = await measureUntouched(database, judged)
  const given = { keywords: rows.length, accepted, withTwo }
  saveNeeds({ given, untouched }, percent(total('covered'), total('strong')), times)
  for (const { keyword, one, other, need } of samplePairs(pairs, asked))
    console.log([keyword, one, other, need].join('\t'))
  await database.close()
}

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    pairs: { type: 'string', default: '0' },
    seed: { type: 'string', default: '7' },
  },
})
if (!existsSync(judgementsPath)) {
  console.log('Needs: skipped, ../shared/relevance is not on this machine.')
} else if (values.data === undefined) {
  console.error(
    'Name a data folder with the posts of ../shared/posts: DATA_DIR=/tmp/bench npm run archive:import -- FILE, then --data /tmp/bench',
  )
  process.exitCode = 2
} else {
  await run(resolve(values.data), { count: Number(values.pairs), seed: Number(values.seed) })
}
