import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutText } from '#contract/cut-text.ts'
import type { SearchResult } from '#contract/search.ts'
import { signalLabels as labels } from '#contract/signal-labels.ts'
import { advancedScore } from '#scoring/advanced-score.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import type { StarterPost } from '#server/features/archive/import/load-starter-collection.ts'
import { summaryOf } from '#server/matching/result-summary-rules.ts'

const { scorePost, version: scorerVersion } = shippedScorer()

// Scores the posts of the landing page: node scripts/landing-samples.ts (every build runs this).
const root = join(import.meta.dirname, '..')
const starterFile = join(root, 'server/features/archive/import/starter-posts.ndjson')
const samplesFile = join(root, 'web/features/landing/sample-results.json')

/** These posts were chosen by hand for variety. The scorer determines everything else. */
const shown = [274, 213, 160, 108, 167, 124, 347, 9, 102, 364, 130, 257, 73, 224, 319, 275].map(
  (number) => `sample-${String(number).padStart(4, '0')}`,
)

/** This many samples are shown with their text. Each other sample is shown as one line. */
const shownWhole = 3

function resultOf(post: StarterPost, asOf: Date): SearchResult {
  const score = scorePost(post)
  const { base: _, ...summary } = summaryOf(post, score)
  const dated = { ...post, createdAt: new Date(post.createdAt) }
  return {
    ...summary,
    id: post.id,
    source: 'sample',
    score: post.score,
    comments: post.comments,
    url: null,
    createdAt: post.createdAt,
    match: 'post',
    sample: true,
    // The preview only filters by the score itself, so the breakdown is left out.
    advancedScore: { ...advancedScore(dated, score, { labels, asOf, cut: cutText }), breakdown: [] },
  }
}

/** The samples as search results for a user with Pro, on the day of the newest sample post. */
export function landingSamples() {
  const lines = readFileSync(starterFile, 'utf8').trim().split('\n')
  const posts = lines.map((line) => JSON.parse(line) as StarterPost)
  const asOf = new Date(Math.max(...posts.map((post) => Date.parse(post.createdAt))))
  const results = shown.map((id, index) => {
    const post = posts.find((one) => one.id === id)
    if (post === undefined) throw new Error(`The starter collection has no post ${id}; choose another one.`)
    const result = resultOf(post, asOf)
    return index < shownWhole ? result : { ...result, excerpt: '', evidence: [] }
  })
  return { scorerVersion, results }
}

/** Writes the file only if its content has changed. Otherwise the file keeps its modification time. */
export function writeLandingSamples(): void {
  const samples = JSON.stringify(landingSamples())
  const before = existsSync(samplesFile) ? JSON.stringify(JSON.parse(readFileSync(samplesFile, 'utf8'))) : ''
  if (before === samples) return
  writeFileSync(samplesFile, `${samples}\n`)
  // The file is part of the source, so it is formatted like other source files.
  execFileSync(join(root, 'node_modules/.bin/biome'), ['format', '--write', samplesFile], { stdio: 'ignore' })
}

if (import.meta.main) writeLandingSamples()
