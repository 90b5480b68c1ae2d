import { expect, test } from 'vitest'
import { otherCommunities } from './other-communities.ts'
import { readPost } from './read-post.ts'

const isLeftOut = otherCommunities(new Set(['smallbusiness', 'saas']))

const plain = {
  id: 'a1',
  subreddit: 'Gardening',
  title: 'How do you plan a garden?',
  selftext: 'I draw "beds" on {paper}, \\ and lose it.',
  created_utc: 1_600_000_000,
  over_18: false,
  removed_by_category: null,
  author: 'somebody',
  score: 3,
}

/** Changes of a plain post of another community. */
const rows: [what: string, change: Record<string, unknown>][] = [
  ['a plain post', {}],
  ['a title with a tag', { title: '[Help] beds' }],
  ['a text that quotes a row', { selftext: 'They write "subreddit":"saas" here' }],
  ['our community', { subreddit: 'SaaS' }],
  ['our community with its prefix', { subreddit: 'r/smallbusiness' }],
  ['a profile', { subreddit: 'u_somebody' }],
  ['an escaped name', { subreddit: 'caf\u00e9' }],
  ['no name', { subreddit: '' }],
  ['a deleted text', { selftext: '[deleted]' }],
  ['a removed text', { selftext: '[ Removed by moderator ]' }],
  ['a removal', { removed_by_category: 'moderator' }],
  ['a deleted author', { author: '[deleted]', selftext: '' }],
  ['an adult post', { over_18: true }],
  ['an advertisement', { promoted: true }],
  ['a comment', { title: '', link_id: 't3_b', body: 'Yes' }],
  ['a comment of an export', { title: 'Comment', permalink: '' }],
  ['a comment by its id', { id: 't1_b' }],
  ['no title', { title: undefined }],
  ['no date', { created_utc: undefined }],
  ['a story of another site', { subreddit: undefined, type: 'story' }],
  ['a post that quotes another', { crosspost_parent_list: [{ ...plain, subreddit: 'saas' }] }],
]

const written = [
  (row: object) => JSON.stringify(row),
  (row: object) => JSON.stringify(row).replaceAll('":', '": ').replaceAll(',"', ', "'),
  (row: object) => `${JSON.stringify(row)}\r`,
]

test.each(rows)(
  '%s is left out unparsed only if it would be left out as of another community',
  (_, change) => {
    const row = { ...plain, ...change }
    const read = readPost({ line: 1, value: JSON.parse(JSON.stringify(row)) })
    const isOther =
      read.kind === 'post' &&
      !read.nsfw &&
      !['smallbusiness', 'saas'].includes(read.post.community.toLowerCase())
    for (const write of written) if (isLeftOut(Buffer.from(write(row)))) expect(isOther).toBe(true)
  },
)

test('plain posts of other communities are left out unparsed, and nothing that is no whole object', () => {
  for (const write of written) {
    expect(isLeftOut(Buffer.from(write(plain)))).toBe(true)
    expect(isLeftOut(Buffer.from(write(plain).trim().slice(0, -1)))).toBe(false)
    expect(isLeftOut(Buffer.from(`[${write(plain)}]`))).toBe(false)
  }
})
