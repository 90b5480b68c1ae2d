import { expect, test } from 'vitest'
import { likelyJob, openJobWords } from '#scoring/needs/job-words.ts'
import { fitJobWords } from './fit-job-words.ts'

const post = (id: string, stems: string, job: string) => ({
  id,
  stems: new Map(stems.split(' ').map((stem) => [stem, 0.5])),
  job,
})
const posts = [
  ...Array.from({ length: 6 }, (_, at) => post(`stock${at}`, `warehous shop week${at}`, 'track stock')),
  ...Array.from({ length: 6 }, (_, at) => post(`mail${at}`, `inbox shop day${at}`, 'sort mail for the team')),
  post('rare', 'inbox', 'print'),
]

test('the stem that only posts of a job have speaks most for its words', () => {
  const words = fitJobWords(posts)
  expect(words.map(({ word }) => word)).toEqual(['mail', 'sort', 'stock', 'team', 'track'])
  expect(words.map(({ stems }) => stems.split(' ')[0])).toEqual([
    'inbox',
    'inbox',
    'warehous',
    'inbox',
    'warehous',
  ])
  expect(fitJobWords(posts)).toEqual(words)
})

test('posts that are left out teach nothing, and the words stay the same', () => {
  const words = fitJobWords(posts, ({ id }) => id.startsWith('stock'))
  expect(words.map(({ word }) => word)).toEqual(['mail', 'sort', 'stock', 'team', 'track'])
  expect(words.find(({ word }) => word === 'stock')?.stems).toBe('')
})

test('a post likely wants what its stems speak for', () => {
  const words = openJobWords(fitJobWords(posts))
  const stems = ['warehous', 'inbox', 'other']
  const likely = likelyJob(stems, [{ term: 0, weight: 0.8 }], words)
  expect(likely.map(({ term }) => term)).toEqual([2, 4])
  expect(likely.reduce((sum, { weight }) => sum + weight ** 2, 0)).toBeCloseTo(1)
  expect(likelyJob(stems, [{ term: 2, weight: 1 }], words)).toEqual([])
})
