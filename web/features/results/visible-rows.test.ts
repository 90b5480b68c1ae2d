import { describe, expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { rowsAtOnce, visibleRows } from './visible-rows.ts'

const scored = (...scores: number[]) =>
  scores.map((opportunityScore, id) => ({ id: String(id), opportunityScore })) as SearchResult[]
const asked = { rows: rowsAtOnce, weak: false, whole: false }
const scoresOf = (rows: readonly SearchResult[]) => rows.map(({ opportunityScore }) => opportunityScore)

test('posts below 40 are collapsed, and come last when they are expanded', () => {
  const results = scored(90, 20, 40, 39)
  expect(visibleRows(results, asked)).toMatchObject({ folded: 2 })
  expect(scoresOf(visibleRows(results, asked).rows)).toEqual([90, 40])
  const open = visibleRows(results, { ...asked, weak: true })
  expect(scoresOf(open.rows)).toEqual([90, 40, 20, 39])
  expect(open).toMatchObject({ folded: 0, opened: 2 })
})

test('nothing is collapsed if all posts are weak, or if the list is filtered or sorted', () => {
  expect(visibleRows(scored(10, 20), asked)).toMatchObject({ folded: 0 })
  expect(scoresOf(visibleRows(scored(90, 10), { ...asked, whole: true }).rows)).toEqual([90, 10])
})

describe('posts that are likely off topic', () => {
  const offTopic = (...scores: number[]) =>
    scored(...scores).map((one) => ({ ...one, offTopic: true as const }))

  test('are collapsed even if they are strong, and come after weak posts when they are expanded', () => {
    const results = [...scored(90, 20), ...offTopic(95, 10)]
    expect(visibleRows(results, asked)).toMatchObject({ folded: 3, offTopic: 2 })
    expect(scoresOf(visibleRows(results, asked).rows)).toEqual([90])
    expect(scoresOf(visibleRows(results, { ...asked, weak: true }).rows)).toEqual([90, 20, 95, 10])
  })

  test('are collapsed even if all others are weak, and shown if there are no others', () => {
    expect(scoresOf(visibleRows([...scored(20), ...offTopic(95)], asked).rows)).toEqual([20])
    expect(visibleRows(offTopic(95, 10), asked)).toMatchObject({ folded: 0, offTopic: 0 })
  })

  test('are not collapsed if they were visible before better posts arrived', () => {
    const results = [...scored(90), ...offTopic(95)]
    const folds = { weak: false, offTopic: false }
    expect(scoresOf(visibleRows(results, { ...asked, folds }).rows)).toEqual([90, 95])
  })
})

test('twenty rows are shown at first, then more', () => {
  const results = scored(...Array.from({ length: 45 }, () => 70))
  expect(visibleRows(results, asked).rows).toHaveLength(20)
  expect(visibleRows(results, asked).list).toHaveLength(45)
  expect(visibleRows(results, { ...asked, rows: 60 }).rows).toHaveLength(45)
})
