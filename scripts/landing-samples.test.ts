import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { searchResult } from '#contract/search.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { landingSamples } from './landing-samples.ts'

const file = join(import.meta.dirname, '../web/features/landing/sample-results.json')

test('the samples of the landing page are what the scorer says of those posts today', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(landingSamples())))
})

test('the samples are results as a search gives them, marked as samples, from strong to weak', () => {
  const { results } = landingSamples()
  for (const result of results) expect(searchResult.parse(result)).toEqual(result)
  expect(results.every(({ sample, url }) => sample && url === null)).toBe(true)
  const [strong, promising, weak] = results.map(({ opportunityScore }) => opportunityScore)
  expect(strong).toBeGreaterThanOrEqual(80)
  expect(promising).toBeGreaterThanOrEqual(60)
  expect(weak).toBeLessThan(60)
})

test('who speaks is said in every sample of the landing page, and in nine of ten of the starter collection', () => {
  expect(landingSamples().results.map(({ persona }) => persona)).not.toContain('Not stated')
  const starter = readFileSync(
    join(import.meta.dirname, '../server/features/archive/import/starter-posts.ndjson'),
    'utf8',
  )
  const personas = starter
    .trim()
    .split('\n')
    .map((line) => shippedScorer().scorePost(JSON.parse(line)).persona)
  const silent = personas.filter((persona) => persona === 'Not stated')
  expect(silent.length).toBeLessThanOrEqual(personas.length / 10)
})
