import { expect, test } from 'vitest'
import type { SourceCoverage } from '#contract/search.ts'
import { nothingToSearch, onlyCommunities } from './archive-query-rules.ts'
import { explainEmpty } from './explain-empty-rules.ts'

const archive: SourceCoverage = {
  source: 'archive',
  posts: 1200,
  oldestPostAt: null,
  newestPostAt: null,
  sample: false,
  leftOut: null,
  failed: null,
}
const explain = (keyword: string, leftOut: string | null = null) =>
  explainEmpty(keyword, [{ ...archive, leftOut }])

test('an explanation advises only what the keyword allows', () => {
  const searched = (keyword: string) => `No post matches "${keyword}" (searched 1,200 posts in archive).`
  expect(explain('teapot lids')).toBe(
    `${searched('teapot lids')} Try fewer or more common words, or name the task rather than a product.`,
  )
  expect(explain('"teapot lids" -china')).toContain('words, drop the quotes and the -words, or')
  expect(explain('teapot after:2030 in:tea')).toContain('words, drop after:2030 in:tea, or')
  expect(explain('teapot-lid e-mail')).not.toContain('drop')
  expect(explain('請求書')).toBe(
    `${searched('請求書')} Only posts in English are searched, so try English words.`,
  )
})

test('an explanation does not claim that posts were searched if none were', () => {
  expect(explain('the', nothingToSearch)).toBe(`${nothingToSearch} Add a word for a task, a trade or a tool.`)
  expect(explain('in:tea', onlyCommunities)).toBe(onlyCommunities)
  // Another source searched its posts.
  const both = [
    { ...archive, leftOut: nothingToSearch },
    { ...archive, source: 'hacker_news' },
  ]
  expect(explainEmpty('the', both)).toContain('(searched 1,200 posts in archive and')
})
