import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textFiles } from './labelled-post.ts'
import { readQuoteRatings } from './quote-ratings.ts'
import { parseMarks } from './read-labelled-posts.ts'

const lines = readFileSync(new URL('./quote-ratings.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')

test('every rated quote is a range with one rating', () => {
  const rated = lines.flatMap((line) => {
    const { id, right, wrong } = JSON.parse(line)
    return [...parseMarks(right), ...parseMarks(wrong)].map((mark) => ({ id, ...mark }))
  })
  expect(rated.length).toBeGreaterThan(1000)
  expect(rated.filter(({ start, end }) => end <= start)).toEqual([])
  expect(new Set(rated.map((one) => JSON.stringify(one))).size).toBe(rated.length)
})

test.skipIf(!existsSync(textFiles.heldOut))('no rated quote is from a post that is held out', () => {
  expect(readQuoteRatings().length).toBeGreaterThan(1000)
})
