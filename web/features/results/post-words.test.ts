import { expect, test } from 'vitest'
import { counted, formatAge, relatedMessage, sourceName } from './post-words.ts'

test('a source that is a host name is shown unchanged, other sources by their display name', () => {
  expect(sourceName('meta.example.com')).toBe('meta.example.com')
  expect(sourceName('constructor')).toBe('Constructor')
  expect(['hacker-news', 'stack-exchange', 'lemmy'].map(sourceName)).toEqual([
    'Hacker News',
    'Stack Exchange',
    'Lemmy',
  ])
})

test('a count is shown with its noun', () => {
  expect([1, 1200].map((count) => counted(count, 'new post'))).toEqual(['1 new post', '1,200 new posts'])
  expect(counted(null, 'upvote')).toBe('upvotes not known')
})

const now = new Date('2026-11-25T12:00:00Z')

test.each([
  ['2026-11-25T11:00:00Z', 'less than a day'],
  ['2026-11-26T11:00:00Z', 'less than a day'],
  ['2026-11-24T12:00:00Z', '1 day'],
  ['2026-11-12T12:00:00Z', '13 days'],
  ['2026-11-04T12:00:00Z', '3 weeks'],
  ['2026-09-01T12:00:00Z', '2 months'],
  ['2025-06-01T12:00:00Z', '17 months'],
  ['2013-01-01T12:00:00Z', '13 years'],
])('a post of %s is %s old', (instant, words) => {
  expect(formatAge(instant, now)).toBe(words)
})

test('an invalid date has no age', () => {
  expect(formatAge('soon', now)).toBeNull()
})

test('a post without all words of the keyword says why it is shown', () => {
  expect(relatedMessage({ match: 'post' })).toBeNull()
  expect(relatedMessage({ match: 'post', offTopic: true })).toBe('Likely about something else')
  expect(
    relatedMessage({ match: 'related', offTopic: true, missingWords: ['sheet'], otherWords: ['ERP'] }),
  ).toBe('Likely about something else; without “sheet”')
  expect(relatedMessage({ match: 'related' })).toBe('Most of your words')
  expect(relatedMessage({ match: 'related', missingWords: ['sheet', 'merge'] })).toBe(
    'Without “sheet”, “merge”',
  )
  expect(relatedMessage({ match: 'related', otherWords: ['ERP', 'stock'] })).toBe('Related words: ERP, stock')
  expect(relatedMessage({ match: 'related', missingWords: ['sheet'], otherWords: ['ERP'] })).toBe(
    'Without “sheet”; related words: ERP',
  )
})
