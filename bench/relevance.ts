import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { parseKeyword } from '#contract/parse-keyword.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts'
import { makeArchiveSearchStore } from '#server/features/archive/find/archive-search-store.ts'
import { archiveSource } from '#server/features/archive/find/search-archive.ts'
import { makeLiveAnswers } from '#server/features/search/run/answer-cache.ts'
import { makePostFinder } from '#server/features/search/run/find-posts.ts'
import { showResults } from '#server/features/search/saved/show-results.ts'
import type { ListedPost } from '#server/matching/result-rules.ts'
import { asWords } from '#server/matching/searched-words.ts'
import { shippedThesaurus } from '#server/matching/shipped-thesaurus.ts'
import { saveFigures } from './save-figures.ts'

// Measures the quality of the first ten results. Posts without a judgement are skipped (condensed lists).
// npm run bench:relevance -- --data FOLDER

/**
 * The judgements used for tuning: for 20 given keywords, and later, by the same rules, for our own keywords.
 */
const givenPath = new URL('../../shared/relevance/judgements.jsonl', import.meta.url)
const addedPath = new URL('relevance-judgements.jsonl', import.meta.url)
/**
 * Judgements for further keywords, used for fitting. For each keyword, the first ten to twenty posts of three
 * rankings were judged.
 */
const fittedPath = new URL('relevance-fitted.jsonl', import.meta.url)
/** Judgements for keywords that were never used for fitting (docs/figures.md). */
const untouchedPath = new URL('relevance-untouched.jsonl', import.meta.url)
const shown = 10

const judgement = z.object({ keyword: z.string(), id: z.string(), relevance: z.int(), potential: z.int() })
type Judgement = z.infer<typeof judgement>

async function readJudgements(path: URL): Promise<Judgement[]> {
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  return lines.map((line) => z.parse(judgement, JSON.parse(line)))
}

/** The keywords with their judged posts, grouped by the set to which a keyword belongs. */
async function readKeywords() {
  const given = await readJudgements(givenPath)
  const untouched = await readJudgements(untouchedPath)
  const fitted = await readJudgements(fittedPath)
  const kinds = new Map([
    ...given.map(({ keyword }) => [keyword, 'given keywords'] as const),
    ...untouched.map(({ keyword }) => [keyword, 'our own keywords, never tuned on'] as const),
    ...fitted.map(({ keyword }) => [keyword, 'more of our own keywords, fitted to'] as const),
  ])
  const judged = [...given, ...(await readJudgements(addedPath)), ...untouched, ...fitted]
  const byKeyword = Map.groupBy(judged, (one) => one.keyword)
  return Map.groupBy(byKeyword, ([keyword]) => kinds.get(keyword) ?? 'our own keywords, tuned on')
}

const gainOf = ({ relevance, potential }: Judgement) => relevance * potential

function discounted(judged: readonly Judgement[]): number {
  return judged.slice(0, shown).reduce((sum, one, at) => sum + gainOf(one) / Math.log2(at + 2), 0)
}

/**
 * Measures a ranked list of ids: the share of good posts among the first ten judged posts, NDCG, and how many
 * of the first ten results were judged.
 */
function measure(ids: readonly string[], judged: readonly Judgement[]) {
  const known = new Map(judged.map((one) => [one.id, one]))
  const condensed = ids.flatMap((id) => known.get(id) ?? [])
  const good =
    condensed.slice(0, shown).filter((one) => one.relevance > 0 && one.potential >= 2).length / shown
  const ideal = discounted(judged.toSorted((a, b) => gainOf(b) - gainOf(a)))
  const top = ids.slice(0, shown)
  return {
    good,
    ndcg: ideal === 0 ? 0 : discounted(condensed) / ideal,
    judged: top.filter((id) => known.has(id)).length / Math.max(1, top.length),
  }
}

/**
 * $1: the keyword's terms, $2: archive ids, $3: the shown text of each post. `posts` counts the posts that
 * contain a term; `shown` counts the posts whose shown text has every term that the post contains.
 */
const shownStatement = `select count(*)::integer as posts, count(*) filter (where shown)::integer as shown
  from (
    select bool_and(to_tsvector('english', ${asWords('seen')}) @@ query) as shown
    from unnest($2::bigint[], $3::text[]) as listed(id, seen) join archive_posts using (id),
      unnest($1::text[]) as term, phraseto_tsquery('english', term) as query
    where words @@ query group by id) as each`

const wordsOf = (one: { words?: string | undefined } | { text: string }) =>
  'text' in one ? [one.text] : (one.words ?? [])

/**
 * Counts the posts whose title, excerpt, reason and passages show every word of the keyword that the post
 * contains.
 */
async function countShown(database: OpenDatabase, keyword: string, posts: readonly ListedPost[]) {
  const store = makeArchiveSearchStore(database.db)
  const shownTo = {
    searcher: { kind: 'visitor' as const, visitorId: '', address: '' },
    keyword,
    asOf: new Date(),
  }
  const results = await showResults({ archive: store, sensesOf: shippedThesaurus() }, posts, shownTo)
  const seen = results.map(({ title, excerpt, evidence, keywordPassages = [] }) => {
    const text = [title, excerpt, ...[...evidence, ...keywordPassages].flatMap(wordsOf)].join(' . ')
    // "e-mail" counts as showing "email".
    return `${text} . ${text.replaceAll(/(?<=\w)-(?=\w)/gu, '')}`
  })
  const terms = parseKeyword(keyword).terms.filter(({ excluded }) => !excluded)
  const { rows } = await database.pool.query<{ posts: number; shown: number }>(shownStatement, [
    terms.map(({ words }) => words),
    posts.map(({ post }) => post.archiveId),
    seen,
  ])
  return rows[0] ?? { posts: 0, shown: 0 }
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

/**
 * Counts the judged results that are about the keyword, separately for results that are hidden as off-topic
 * and for results that are shown.
 */
function countAbout(posts: readonly ListedPost[], judged: readonly Judgement[]) {
  const relevance = new Map(judged.map((one) => [one.id, one.relevance]))
  const count = (some: readonly ListedPost[]) => {
    const known = some.flatMap(({ post }) => relevance.get(post.sourceId) ?? [])
    return { judged: known.length, about: known.filter((one) => one > 0).length }
  }
  const folded = posts.filter(({ offTopic }) => offTopic)
  return {
    onTopic: count(posts.filter(({ offTopic }) => !offTopic)),
    offTopic: count(folded),
    folded: folded.length / Math.max(1, posts.length),
  }
}

type About = ReturnType<typeof countAbout>

/**
 * Three percentages: hidden results, relevant results among those shown, and relevant results among those
 * hidden.
 */
function describeAbout(all: readonly About[]): [folded: string, onTopic: string, offTopic: string] {
  const percentage = (share: number) => `${(100 * share).toFixed(0)}%`
  const share = (kind: 'onTopic' | 'offTopic') => {
    const sum = (of: 'about' | 'judged') => all.reduce((total, one) => total + one[kind][of], 0)
    return `${percentage(sum('about') / sum('judged'))} of ${sum('judged')}`
  }
  return [percentage(mean(all.map(({ folded }) => folded))), share('onTopic'), share('offTopic')]
}

type Row = ReturnType<typeof measure> & { words: number }
type Kind = { mean: Row; keywords: number; about: readonly About[] }

function showRow(name: string, { good, ndcg, judged, words }: Row): void {
  const cells = [good.toFixed(3), ndcg.toFixed(3), judged.toFixed(2).padEnd(6), words.toFixed(2)]
  console.log(`${name.padEnd(34)} ${cells.join('   ')}`)
}

function meanOf(rows: readonly Row[]): Row {
  const meanBy = (number: (row: Row) => number) => mean(rows.map(number))
  return {
    good: meanBy(({ good }) => good),
    ndcg: meanBy(({ ndcg }) => ndcg),
    judged: meanBy(({ judged }) => judged),
    words: meanBy(({ words }) => words),
  }
}

/** Saves the means for each set of keywords, with the number of keywords. */
function saveRelevance(kinds: ReadonlyMap<string, Kind>): void {
  const bar = (kind: string, least: { good: number; ndcg: number }) =>
    (['good', 'ndcg'] as const).map((what) => ({
      what: `${what === 'good' ? 'good' : 'NDCG'}, ${kind}`,
      measured: Number(kinds.get(kind)?.mean[what].toFixed(3)),
      least: least[what],
    }))
  saveFigures('relevance', {
    title: 'The first ten results',
    command: 'npm run bench:relevance -- --data FOLDER',
    over: `Scorer ${shippedScorer().version}. "Good" is the share of the first ten that is about the keyword and shows a need (relevance of at least 1, potential of at least 2). NDCG weighs relevance times potential. Only judged posts count.`,
    columns: [
      'keywords',
      'good',
      'NDCG',
      'of the first ten judged',
      'folded as likely off topic',
      'about the keyword: others',
      'folded',
    ],
    rows: [...kinds].map(([kind, { mean, keywords, about }]) => [
      `${kind} (${keywords})`,
      mean.good.toFixed(3),
      mean.ndcg.toFixed(3),
      `${(100 * mean.judged).toFixed(0)}%`,
      ...describeAbout(about),
    ]),
    bars: [
      ...bar('given keywords', { good: 0.64, ndcg: 0.75 }),
      ...bar('our own keywords, never tuned on', { good: 0.66, ndcg: 0.84 }),
    ],
    notes: [
      'Language models judged each post after reading it. They saw shuffled posts of three to twenty-five rankings, without score or rank; only ids and numbers are stored (`bench/relevance-*.jsonl`). A second rating agreed with a quadratic kappa of 0.81 to 0.94 on relevance, 0.84 to 0.97 on potential.',
      'For some keywords there are not ten good posts: a perfect ranking would reach 0.72 for the keywords never tuned on, and 0.57 for those fitted to.',
    ],
  })
}

async function run(dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
  const store = makeArchiveSearchStore(database.db)
  const archive = archiveSource({ store, thesaurus: shippedThesaurus(), suggestSpelling: async () => null })
  const finder = makePostFinder({
    sources: { listSources: async () => [archive] },
    watchSource: (source) => source,
    archiver: { storePosts: async () => [] },
    isCrowded: () => false,
    liveAnswers: makeLiveAnswers(0, store),
    warn: console.error,
  })
  console.log(`${'keyword'.padEnd(34)} good    NDCG    judged   words shown, all of the first ${shown}`)
  const kinds = new Map<string, Kind>()
  for (const [kind, keywords] of await readKeywords()) {
    const rows: Row[] = []
    const about: About[] = []
    for (const [keyword, judged] of keywords) {
      const found = await finder.findInArchive(parseKeyword(keyword))
      if (found === null) throw new Error(`The archive did not answer for ${keyword}`)
      const { posts } = found
      const ids = posts.map(({ post }) => post.sourceId)
      const ten = await countShown(database, keyword, posts.slice(0, shown))
      const row = { ...measure(ids, judged), words: ten.shown / Math.max(1, ten.posts) }
      showRow(keyword, row)
      rows.push(row)
      about.push(countAbout(posts, judged))
    }
    showRow(kind, meanOf(rows))
    const [folded, onTopic, offTopic] = describeAbout(about)
    console.log(`${folded} folded; about the keyword: ${onTopic} others, ${offTopic} folded`)
    kinds.set(kind, { mean: meanOf(rows), keywords: rows.length, about })
  }
  saveRelevance(kinds)
  await database.close()
}

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (!existsSync(givenPath)) {
  console.log('Relevance: skipped, ../shared/relevance is not on this machine.')
} else if (values.data === undefined) {
  console.error(
    'Name a data folder with the posts of ../shared/posts: DATA_DIR=/tmp/bench npm run archive:import -- FILE, then --data /tmp/bench',
  )
  process.exitCode = 2
} else {
  await run(resolve(values.data))
}
