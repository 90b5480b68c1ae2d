import { expect, test } from 'vitest'
import { toV1Post, toV1Reasons, toV1WholePost } from './to-v1-post.ts'

const text = 'I copy it by hand. Is there a way?'
const reason = { signal: 'workaround', field: 'selftext' as const, start: 0, end: 18, points: 4 }
const without = {
  signal: 'question',
  field: 'selftext' as const,
  start: 0,
  end: 0,
  points: 0,
  sentences: [19, 34, 0],
}
const against = { ...reason, signal: 'solved', points: -2 }
const post = {
  source: 'reddit',
  id: 'a',
  subreddit: 'saas',
  title: 'Exports',
  url: null,
  createdAt: '',
  opportunityScore: 40,
  score: null,
  comments: null,
  persona: 'Not stated',
  signals: [],
  match: 'post' as const,
  sample: false,
}

test('evidence without points is no reason, in a list, a whole post and scored texts', () => {
  const evidence = [without, reason, against]
  const texts = { title: '', text, offset: 0 }
  expect(toV1Reasons(evidence, texts).map(({ signal }) => signal)).toEqual(['workaround', 'solved'])
  const whole = toV1WholePost({ ...post, selftext: text, evidence, scorerVersion: '1' })
  expect(whole.reasons.map(({ points }) => points)).toEqual([4, -2])
  const listed = { ...post, excerpt: text, excerptStart: 0, textCharacters: text.length }
  expect(toV1Post({ ...listed, evidence }).reason?.words).toBe('I copy it by hand.')
  expect(toV1Post({ ...listed, evidence: [without] }).reason).toBeNull()
})
