import { expect, test } from 'vitest'
import { communityFeatures } from './scoring-communities.ts'

const postsOf = (community: string, count: number) => Array.from({ length: count }, () => ({ community }))
const row = { features: Int32Array.of(3), values: Float64Array.of(0.5) }

test('a community of a trade with enough posts is one more feature, however its name is written', () => {
  const space = communityFeatures([...postsOf('SysAdmin', 30), ...postsOf('sysadmin', 30)], 10)
  const { features, values } = space.addCommunity(row, { community: 'Sysadmin' })
  expect([...features]).toEqual([3, 10])
  expect([...values]).toEqual([0.5, 1])
  expect(space.penalties).toHaveLength(1)
  const weights = new Float64Array(11)
  weights[10] = 2
  expect([...space.weightsByName(weights)]).toEqual([['sysadmin', 2]])
})

test('rare communities and those of no trade have no feature', () => {
  const posts = [...postsOf('devops', 59), ...postsOf('socialanxiety', 100), ...postsOf('', 100)]
  const space = communityFeatures(posts, 10)
  for (const community of ['devops', 'socialanxiety', '', 'constructor']) {
    expect(space.addCommunity(row, { community })).toEqual(row)
  }
  expect(space.penalties).toEqual([])
})
