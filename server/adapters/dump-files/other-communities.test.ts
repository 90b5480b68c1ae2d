import { expect, test } from 'vitest'
import { otherCommunities } from './other-communities.ts'
import { readPost } from './read-post.ts'

const filter = otherCommunities(new Set(['smallbusiness', 'saas']))
const isLeftOut = (line: Buffer) => filter(line, 0, line.length)

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

/** Changes to a plain post of another community. */
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
  ['a text that begins with a quotation', { selftext: '"Beds" are hard' }],
  ['a deleted text behind white space', { selftext: '\n [deleted]' }],
  ['a removed text in another column', { selftext: '', content: '[removed]' }],
  ['a blank title', { title: ' ' }],
  ['a removed title', { title: '[removed by moderator]' }],
  ['a deleted author of a text', { author: '[deleted]' }],
  ['a deleted author of a text in another column', { author: 'u/[deleted]', selftext: '', body: 'Beds' }],
  ['a deleted author without a text', { author: 'u/[deleted]', selftext: null }],
  ['an adult post by another name', { over_18: undefined, NSFW: 1 }],
  ['a row without an id', { id: undefined }],
  ['an id with spaces', { id: 'a b' }],
  ['a number as the id', { id: 5 }],
  ['an id and a name of a comment', { name: 't1_a1' }],
  ['a share as the score', { score: 0.5 }],
  ['a negative score', { score: -3 }],
  ['a negative number of comments', { num_comments: -1 }],
  ['a date in figures', { created_utc: '6/4/2016 3:48' }],
  ['a quoted Unix time', { created_utc: '1600000000' }],
  ['a Unix time with a fraction', { created_utc: 1_600_000_000.5 }],
  ['a date in the future', { created_utc: 9_000_000_000 }],
  ['a post that is gone by its notes', { _meta: { was_deleted_later: true } }],
  ['a post with notes', { _meta: { retrieved_on: 1_600_000_000 } }],
  ['a row of our own download', { keyword_match: 'beds', source: 'reddit', text: 'Beds' }],
  ['nested values', { media: { oembed: [{ title: 'a } ] "b' }, null] }, all_awardings: [] }],
  ['a post that quotes another', { crosspost_parent_list: [{ ...plain, subreddit: 'saas' }] }],
]

const plainChanges = [
  {},
  { title: '[Help] beds' },
  { title: '[R] Beds' },
  { selftext: '"Beds" are hard' },
  { selftext: '', author: 'unclear' },
  { author: '[deleted]' },
  { created_utc: '1600000000' },
  { score: -3, num_comments: 0 },
  { media: { oembed: [{ title: 'a } ] "b' }, null] } },
  { subreddit_name_prefixed: 'r/Gardening', name: 't3_a1', content: null },
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

test('of two columns of one name the last counts, as when parsed', () => {
  const line = JSON.stringify(plain)
  for (const second of ['"subreddit":"saas"', '"title":""', '"selftext":"[deleted]"', '"over_18":true'])
    expect(isLeftOut(Buffer.from(`${line.slice(0, -1)},${second}}`))).toBe(false)
})

test('a line is judged by its own bytes in a buffer of several', () => {
  const other = JSON.stringify(plain)
  const ours = JSON.stringify({ ...plain, subreddit: 'SaaS' })
  const all = Buffer.from(`${ours}\n${other}\n${ours}`)
  const from = ours.length + 1
  expect(filter(all, from, from + other.length)).toBe(true)
  expect(filter(all, 0, ours.length)).toBe(false)
  expect(filter(all, from, from + other.length - 1)).toBe(false)
})

test('plain posts of other communities are left out unparsed, and nothing that is no whole object', () => {
  for (const write of written) {
    for (const change of plainChanges)
      expect(isLeftOut(Buffer.from(write({ ...plain, ...change })))).toBe(true)
    expect(isLeftOut(Buffer.from(write(plain).trim().slice(0, -1)))).toBe(false)
    expect(isLeftOut(Buffer.from(`[${write(plain)}]`))).toBe(false)
  }
})
