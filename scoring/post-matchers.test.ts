import { expect, it } from 'vitest'
import { openScorer } from './score-post.ts'
import { shippedMatchers, shippedModel, shippedScorer } from './shipped-scorer.ts'

const posts = [
  { title: 'Is there any app for tracking time?', selftext: 'I hate our tool. We copy it all by hand.' },
  {
    title: 'Thanks',
    selftext: 'We would pay $40 for it. Is there any app for tracking time? I hate our tool.',
  },
].map((post) => ({ ...post, community: 'smallbusiness' }))

it('compiled phrases that another thread receives give the same scores and stay as they are', () => {
  const received = structuredClone(shippedMatchers())
  const { scorePost } = openScorer(shippedModel, received)
  for (const post of posts) {
    const expected = shippedScorer().scorePost(post)
    expect(expected.evidence.length).toBeGreaterThan(0)
    expect(scorePost(post)).toEqual(expected)
  }
  const { rules, learned } = received
  const arrays = [rules.vocabulary.slots, rules.words, rules.nodes, rules.edges, rules.outputs]
  for (const array of [...arrays, learned.entries, learned.keys, learned.sieve])
    expect(array.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(learned.entries.filter((_, at) => at % 2 === 1).every((seen) => seen === -1)).toBe(true)
})
