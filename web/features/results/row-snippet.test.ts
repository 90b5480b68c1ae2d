import { expect, test } from 'vitest'
import type { Evidence } from '#contract/search.ts'
import { rowSnippet } from './row-snippet.ts'
import { findersOfKeyword } from './split-keyword.ts'

const filler = 'Nothing of note is said here at all. '.repeat(4)
const need = 'Is there a tool that counts stock?'
const excerpt = `${filler}${need} ${filler}We sell kettles.`
const reason: Evidence = {
  signal: 'solution_request',
  field: 'selftext',
  start: 1000 + filler.length,
  end: 1000 + filler.length + need.length,
  points: 30,
}
const post = { title: 'A shop', excerpt, excerptStart: 1000, evidence: [reason] }
const textOf = (pieces: readonly { text: string }[]) => pieces.map(({ text }) => text).join(' … ')

test('a row shows the best reason, and the keyword if title and reason do not contain it', () => {
  expect(textOf(rowSnippet(post, findersOfKeyword('stock')))).toBe(need)
  expect(textOf(rowSnippet({ ...post, title: 'Kettles' }, findersOfKeyword('kettle')))).toBe(need)
  const both = rowSnippet(post, findersOfKeyword('kettle'))
  expect(both).toHaveLength(2)
  expect(both[0]?.text).toBe(need)
  expect(both[1]?.text).toContain('We sell kettles.')
})

test('a word of the same stem is shown if there is no closer form', () => {
  const dear = { ...post, title: 'Expensive shops', evidence: [] }
  const finders = findersOfKeyword('expense')
  expect(textOf(rowSnippet({ ...dear, excerpt: `${filler}${filler}Each expense.` }, finders))).toContain(
    'Each expense',
  )
  expect(textOf(rowSnippet({ ...dear, excerpt: `${filler}${filler}So expensive.` }, finders))).not.toContain(
    'So',
  )
  expect(
    textOf(rowSnippet({ ...dear, title: 'Shops', excerpt: `${filler}${filler}So expensive.` }, finders)),
  ).toContain('So')
})

test('a piece near the start of the excerpt begins with the first word', () => {
  const early = `Information is what I want about my kettles. ${filler}`
  const [piece] = rowSnippet({ ...post, excerpt: early, evidence: [] }, findersOfKeyword('kettle'))
  expect(piece?.text).toMatch(/^Information is/u)
})

test('each piece has its offset in the text', () => {
  for (const { text, start } of rowSnippet(post, findersOfKeyword('kettle')))
    expect(excerpt.slice(start - 1000).startsWith(text)).toBe(true)
})

test('a reason outside the excerpt is shown with its own text', () => {
  const far = { ...reason, start: 9000, end: 9020, words: 'I would pay for that.' }
  expect(textOf(rowSnippet({ ...post, title: 'Kettles', evidence: [far] }, findersOfKeyword('kettle')))).toBe(
    far.words,
  )
})

test('a post without a reason shows its beginning, cut between words', () => {
  const [piece] = rowSnippet({ ...post, evidence: [] }, [])
  expect(piece?.start).toBe(1000)
  expect(piece?.text).toMatch(/^Nothing of note .*\w$/u)
  expect(piece?.text.length).toBeLessThanOrEqual(160)
  expect(rowSnippet({ ...post, excerpt: '', evidence: [] }, [])).toEqual([])
})
