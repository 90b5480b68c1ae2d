import { expect, test } from 'vitest'
import { describeUnknownSources } from './source-note-rules.ts'

test('a query is told which of its sources have no posts, and which there are', () => {
  const known = ['reddit', 'hacker-news', 'reddit'].map((source) => ({ source }))
  expect(describeUnknownSources({}, known)).toBeNull()
  expect(describeUnknownSources({ sources: ['reddit'], notSources: ['hacker-news'] }, known)).toBeNull()
  expect(describeUnknownSources({ sources: ['redit', 'reddit'], notSources: ['x'] }, known)).toBe(
    'There are no posts of “redit” or “x” here. “source:” finds hacker-news or reddit.',
  )
  expect(describeUnknownSources({ sources: ['redit'] }, [])).toBe('There are no posts of “redit” here.')
})
