import { describe, expect, test } from 'vitest'
import { makeListing, makeRedditData } from '#tests/harness/fake-reddit.ts'
import { readListing } from './reddit-client.ts'
import { readRedditPost } from './reddit-post.ts'

function postOf(own: Record<string, unknown>) {
  const read = readRedditPost(makeRedditData(own))
  if (read.kind !== 'post') throw new Error(`It is ${read.kind}`)
  return read.post
}
const kindOf = (own: Record<string, unknown>) => readRedditPost(makeRedditData(own)).kind

test('a post is read as we store it, without its author', () => {
  expect(postOf({})).toEqual({
    source: 'reddit',
    sourceId: 'abc12',
    community: 'smallbusiness',
    title: 'Is there a tool for invoicing?',
    selftext: 'I waste hours on invoicing.',
    url: 'https://www.reddit.com/r/smallbusiness/comments/abc12/is_there_a_tool/',
    upvotes: 42,
    comments: 7,
    createdAt: new Date(1_760_000_000_000),
    sample: false,
  })
})

describe('fields that drift', () => {
  test.each([
    ['a time as text', { created_utc: '1420070400' }, { createdAt: new Date(1_420_070_400_000) }],
    ['a time as a fraction', { created_utc: 1420070400.0 }, { createdAt: new Date(1_420_070_400_000) }],
    ['no score', { score: undefined }, { upvotes: null }],
    ['a null score', { score: null, ups: undefined }, { upvotes: null }],
    ['only ups', { score: undefined, ups: 5 }, { upvotes: 5 }],
    ['a score that is hidden', { hide_score: true, score: 1 }, { upvotes: null }],
    ['a score below nothing', { score: -3 }, { upvotes: -3 }],
    ['a name without an id', { id: undefined }, { sourceId: 'abc12' }],
    ['no text, as links have none', { selftext: '' }, { selftext: '' }],
    ['a null text', { selftext: null }, { selftext: '' }],
    [
      'no permalink',
      { permalink: undefined },
      { url: 'https://www.reddit.com/r/smallbusiness/comments/abc12/' },
    ],
    [
      'a permalink elsewhere',
      { permalink: 'https://evil.test/r/a/comments/b/' },
      {
        url: 'https://www.reddit.com/r/smallbusiness/comments/abc12/',
      },
    ],
    ['a null category of removal', { removed_by_category: null }, {}],
    ['no category of removal', { removed_by_category: undefined }, {}],
    ['an edit time', { edited: 1_760_000_100.0 }, {}],
    ['minus one subscribers', { subreddit_subscribers: -1 }, {}],
    [
      'a deleted author whose text stands',
      { author: '[deleted]' },
      { selftext: 'I waste hours on invoicing.' },
    ],
    ['NUL and half a surrogate pair', { title: 'a\0b\ud83d' }, { title: 'a\uFFFDb\uFFFD' }],
  ])('%s', (_name, own, expected) => {
    expect(postOf(own)).toMatchObject(expected)
  })

  test('HTML escapes are undone when raw_json was ignored', () => {
    expect(postOf({ title: 'Q&amp;A &lt;tool&gt;', selftext: 'a &lt; b' })).toMatchObject({
      title: 'Q&A <tool>',
      selftext: 'a < b',
    })
  })

  test.each([
    ['Use <br> &amp; &lt;b&gt;', 'plain'],
    ['Why does &amp; show up', 'R&D, by hand'],
    ['&amp;', '> quoted'],
  ])('texts that came without escapes stay as they were written: %s', (title, selftext) => {
    expect(postOf({ title, selftext })).toMatchObject({ title, selftext })
  })

  test('unknown fields and the block of another author in a crosspost are passed over', () => {
    const crosspost = {
      crosspost_parent: 't3_x',
      crosspost_parent_list: [makeRedditData({ author: 'other' })],
    }
    expect(JSON.stringify(postOf({ ...crosspost, brand_new: { a: 1 } }))).not.toContain('other')
  })
})

describe('not shown and not stored', () => {
  test.each([
    ['an advertisement', { promoted: true }],
    ['an advertisement made in their form', { is_created_from_ads_ui: true }],
    ['an adult post', { over_18: true }],
    ['a post on a profile, whose name is its author', { subreddit: 'u_somebody' }],
    ['a post of people in distress', { subreddit: 'SuicideWatch' }],
    ['a post without a title', { title: '' }],
    ['a post without a time', { created_utc: null }],
  ])('%s', (_name, own) => {
    expect(kindOf(own)).toBe('left-out')
  })

  test.each<[string, Record<string, unknown>]>([
    ...'moderator reddit automod_filtered deleted author content_takedown copyright_takedown community_ops anti_evil_ops'
      .split(' ')
      .map((category): [string, Record<string, unknown>] => [
        `removed by ${category}`,
        { removed_by_category: category },
      ]),
    ['text that is [deleted]', { selftext: '[deleted]' }],
    ['text that is [removed]', { selftext: '[removed]' }],
    ['a title that says so', { title: '[deleted by user]' }],
    ["Reddit's own title", { title: '[ Removed by Reddit ]' }],
    ['a link of a deleted author', { author: '[deleted]', selftext: '' }],
  ])('gone: %s', (_name, own) => {
    expect(kindOf(own)).toBe('gone')
  })
})

describe('a listing', () => {
  test('without dist, and with communities and people among the posts, gives the posts', () => {
    const children = [
      { kind: 't5', data: { display_name: 'smallbusiness' } },
      { kind: 't2', data: { name: 'somebody' } },
      { kind: 't3', data: makeRedditData() },
      { kind: 't3', data: 'no post' },
      null,
    ]
    const { posts } = readListing({ kind: 'Listing', data: { children } })
    expect(posts.map(({ kind }) => kind)).toEqual(['post', 'left-out'])
  })

  test.each([
    ['a string', 't3_abc', 't3_abc'],
    ['null', null, null],
    ['nonsense', '../../evil', null],
    ['a number', 7, null],
  ])('goes on after %s', (_name, after, expected) => {
    expect(readListing({ ...makeListing([], after as string | null) }).after).toBe(expected)
  })

  test.each([
    [null],
    [[]],
    [{}],
    [{ kind: 'Listing' }],
    [{ kind: 'Listing', data: {} }],
    [{ error: 404 }],
    ['a'],
  ])('is not %j', (answer) => {
    expect(() => readListing(answer)).toThrow('no list of posts')
  })
})
