import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { missingData, readArchivePosts } from '#learning/data/labelled-post.ts'
import { readQuoteRatings } from '#learning/data/quote-ratings.ts'
import { readGoldPosts, readLabelledPosts, readWrittenPosts } from '#learning/data/read-labelled-posts.ts'
import { explanationFigures, sampleReasons } from '#learning/evaluate/explain-figures.ts'
import { measureFirstLongPost, measureSpeed } from '#learning/evaluate/measure-speed.ts'
import { reportPersonas } from '#learning/evaluate/personas.ts'
import { quoteFigures } from '#learning/evaluate/quote-figures.ts'
import { type MeasuredScorer, rankingFigures } from '#learning/evaluate/render-figures.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { figuresPage } from '../bench/figures-page.ts'

const { values } = parseArgs({ options: { reasons: { type: 'string' }, quotes: { type: 'boolean' } } })

/**
 * Measures the model of this version and writes the figures of the model to docs/figures.md. Training has
 * already stored the results of its cross-validation.
 */
const missing = missingData()
if (missing !== null) {
  console.error(missing)
  process.exitCode = 1
} else if (values.quotes === true) printQuotes()
else if (values.reasons === undefined) evaluate()
else printReasons(Number(values.reasons))

/** Prints how many of the rated quotes are shown, and how many of the shown ones are right. */
function printQuotes() {
  const posts = new Map(readLabelledPosts().posts.map((post) => [post.id, post]))
  console.table(quoteFigures(shippedScorer(), posts, readQuoteRatings()))
}

/**
 * Prints a random sample of displayed reasons for raters. The reasons are from posts whose sentences nobody
 * has marked for learning.
 */
function printReasons(count: number) {
  const { posts, archive } = readLabelledPosts()
  const marked = new Set(posts.flatMap(({ id, marks }) => (marks === undefined ? [] : [id])))
  const unmarked = archive.filter(({ id }) => !marked.has(id))
  for (const reason of sampleReasons(shippedScorer(), unmarked, { count, seed: 41 }))
    console.log(JSON.stringify(reason))
}

function evaluate() {
  const scorer = shippedScorer()
  const archive = readArchivePosts()
  const firstLongPostMs = measureFirstLongPost(scorer, archive)
  const rank = (set: 'check' | 'kinds' | 'short') =>
    rankingFigures(readWrittenPosts(set).map((post) => ({ post, score: scorer.scorePost(post).exactScore })))
  const measured: MeasuredScorer = {
    version: scorer.version,
    written: rank('check'),
    kinds: rank('kinds'),
    short: rank('short'),
    explained: explanationFigures(scorer, archive),
    speed: { ...measureSpeed(scorer, archive), firstLongPostMs },
  }
  writeFileSync('bench/results/scorer.json', `${JSON.stringify(measured, null, 2)}\n`)
  writeFileSync('docs/figures.md', figuresPage())
  console.log(measured)
  reportPersonas(readGoldPosts())
}
