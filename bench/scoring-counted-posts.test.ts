import { expect, test } from 'vitest'
import { makeHitFinder } from '#scoring/find-hits.ts'
import {
  countPost,
  decodeCounts,
  encodeCounts,
  readCountedPosts,
  rowOfCounts,
} from './scoring-counted-posts.ts'
import { readRow } from './scoring-rows.ts'
import { readShortLabel } from './scoring-short-label.ts'

const weightOf = () => 1
const wording = ['a', 'invoices', 'is there', 'spreadsheet', 'tool', 'tool that', 'weekly']
const post = (title: string, selftext: string, label: string) => ({
  id: title,
  title,
  selftext,
  community: 'smallbusiness',
  label,
  ...readShortLabel(label),
  personas: [],
  raters: 1,
})
const posts = [
  post('Is there a tool that sends invoices?', 'I hate doing this in a spreadsheet. A spreadsheet!', '2ps'),
  post('', '', '0'),
  post('Weekly thread', '', '0o'),
]

test('a post that was counted, stored and read again has the row of its text', () => {
  const finder = makeHitFinder(wording)
  const counted = posts.map((one) => countPost(one, finder, wording, weightOf))
  const again = decodeCounts(encodeCounts(counted))
  expect(again).toEqual(counted)
  const placeOf = new Map(wording.map((phrase, at) => [phrase, at]))
  again.forEach((one, at) => {
    const entries = ({ features, values }: ReturnType<typeof readRow>) =>
      new Map(Array.from(features, (feature, each) => [feature, values[each]?.toFixed(3)]))
    expect(entries(rowOfCounts(one, placeOf))).toEqual(
      entries(readRow(finder, posts[at] ?? post('', '', '0'))),
    )
  })
  expect(again[0]?.signals).toMatchObject({ pain: 1, solution_request: 1, promo: 0 })
})

test('phrases that a model no longer has are left out of the row', () => {
  const counted = countPost(posts[0] ?? post('', '', '0'), makeHitFinder(wording), wording, weightOf)
  const { features } = rowOfCounts({ ...counted, rules: {} }, new Map([['tool', 3]]))
  expect(features).toHaveLength(1)
})

test('of phrases that touch one another only the heaviest are kept, so that no stretch can be put together', () => {
  const overlapping = [
    'a tool',
    'hate',
    'hate doing',
    'i',
    'i hate',
    'is there',
    'that sends',
    'there a',
    'tool that',
  ]
  const weights: Record<string, number> = {
    'a tool': 3,
    'i hate': 1,
    'hate doing': 2,
    'is there': 1,
    'that sends': 1,
  }
  const counted = countPost(
    post('Is there a tool that sends invoices?', 'I hate doing this. I hate it.', '2ps'),
    makeHitFinder(overlapping),
    overlapping,
    (phrase) => weights[phrase] ?? 0,
  )
  expect(counted.title).toEqual(['a tool'])
  expect(counted.body).toEqual(['hate', 'hate doing', 'i'])
})

test('no post to learn from is one of those that a model is only looked at with', () => {
  const learned = new Set(readCountedPosts('train').map(({ id }) => id))
  const check = readCountedPosts('check')
  expect(check.length).toBeGreaterThan(500)
  expect(check.filter(({ id }) => learned.has(id))).toEqual([])
})
