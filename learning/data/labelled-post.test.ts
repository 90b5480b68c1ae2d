import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { refuseHeldOut } from './labelled-post.ts'
import { parseMarks } from './read-labelled-posts.ts'

test('a post that is kept back is refused by name, with its source or without', () => {
  const heldOut = new Set([createHash('sha256').update('1abc').digest('hex')])
  expect(() => refuseHeldOut(['1xyz'], heldOut)).not.toThrow()
  for (const id of ['1abc', 'reddit:1abc'])
    expect(() => refuseHeldOut(['1xyz', id], heldOut)).toThrow(`not to be learned from: ${id}.`)
})

test('marks name a signal and its places', () => {
  expect(parseMarks('pain t0-12 b40-80, money b40-80')).toEqual([
    { signal: 'pain', field: 'title', start: 0, end: 12 },
    { signal: 'pain', field: 'selftext', start: 40, end: 80 },
    { signal: 'money', field: 'selftext', start: 40, end: 80 },
  ])
  expect(parseMarks('')).toEqual([])
  expect(() => parseMarks('pian t0-1')).toThrow('No signal is called "pian".')
})
