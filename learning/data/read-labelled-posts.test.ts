import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readShortLabel, textFiles } from './labelled-post.ts'
import { readModernPosts, readWrittenPosts } from './read-labelled-posts.ts'

test('a label says whether a wish for more was asked for, and what it was', () => {
  expect(readShortLabel('2pr').signals).toMatchObject({ pain: 1, feature_request: 1, money: 0 })
  expect(readShortLabel('2pn').signals).toMatchObject({ pain: 1, feature_request: 0 })
  expect(readShortLabel('2p').signals).not.toHaveProperty('feature_request')
})

test('no short text that judges is learned from', () => {
  const learned = new Set(readWrittenPosts('train').map(({ title, selftext }) => `${title} ${selftext}`))
  const judging = readWrittenPosts('short')
  expect(judging).toHaveLength(160)
  expect(judging.filter(({ title, selftext }) => learned.has(`${title} ${selftext}`))).toEqual([])
})

test.runIf(existsSync(textFiles.modern))(
  'posts of today whose first rating is of another post count by the second alone',
  () => {
    const posts = readModernPosts()
    expect(posts).toHaveLength(1626)
    expect(posts.every(({ group }) => group !== undefined)).toBe(true)
    expect(posts.filter(({ byChance, raters }) => byChance === true && raters < 2)).toHaveLength(108)
  },
)
