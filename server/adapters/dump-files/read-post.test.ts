import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { importColumns } from './column-names.ts'
import { openDump } from './open-dump.ts'
import { readPost, readScorable } from './read-post.ts'

const plain = {
  id: 'abc12',
  subreddit: 'smallbusiness',
  title: 'How do you track invoices?',
  selftext: 'By hand.',
  score: 12,
  num_comments: 3,
  created_utc: 1327683831,
  permalink: '/r/smallbusiness/comments/abc12/how_do_you/',
}

const read = (own: Record<string, unknown>) => readPost({ line: 7, value: { ...plain, ...own } })

function requirePost(own: Record<string, unknown>) {
  const row = read(own)
  if (row.kind !== 'post') throw new Error(`Not a post: ${JSON.stringify(row)}`)
  return row.post
}

const without = (...names: string[]) => Object.fromEntries(names.map((name) => [name, undefined]))

test('a plain row becomes a post', () => {
  expect(read({})).toEqual({
    line: 7,
    kind: 'post',
    nsfw: false,
    post: {
      source: 'reddit',
      sourceId: 'abc12',
      community: 'smallbusiness',
      title: 'How do you track invoices?',
      selftext: 'By hand.',
      url: 'https://www.reddit.com/r/smallbusiness/comments/abc12/how_do_you/',
      upvotes: 12,
      comments: 3,
      createdAt: new Date('2012-01-27T17:03:51Z'),
      sample: false,
    },
  })
})

describe('fields that drifted over the years', () => {
  test.each([
    [1327683831, '2012-01-27T17:03:51.000Z'],
    [1327683831.5, '2012-01-27T17:03:51.500Z'],
    ['1327683831', '2012-01-27T17:03:51.000Z'],
    ['1327683831.0', '2012-01-27T17:03:51.000Z'],
    [1327683831000, '2012-01-27T17:03:51.000Z'],
    ['2012-01-27', '2012-01-27T00:00:00.000Z'],
    ['2012-01-27 17:17:11', '2012-01-27T17:17:11.000Z'],
    ['2012-01-27T17:17:11Z', '2012-01-27T17:17:11.000Z'],
    ['2012-01-27T17:17:11+0200', '2012-01-27T15:17:11.000Z'],
    ['2012-01-27 17:17:11.500 UTC', '2012-01-27T17:17:11.500Z'],
    ['27/01/2012', '2012-01-27T00:00:00.000Z'],
    ['1/27/2012 5:17 PM', '2012-01-27T17:17:00.000Z'],
    ['2012-01-27 17:17:11+00', '2012-01-27T17:17:11.000Z'],
  ])('created_utc %j is %s', (created, expected) => {
    expect(requirePost({ created_utc: created }).createdAt.toISOString()).toBe(expected)
  })

  test.each([null, undefined, '', 'yesterday', '04/05/2012', '2012-13-45', 0, -5, Number.NaN, {}, 9e15])(
    'created_utc %j is a bad date',
    (created) => {
      expect(read({ created_utc: created })).toEqual({
        line: 7,
        kind: 'rejected',
        reason: 'the row has no date we can read in created_utc',
      })
    },
  )

  test('another name of the date is taken when created_utc is missing', () => {
    expect(requirePost({ created_utc: undefined, created_at: '2020-02-03' }).createdAt.getUTCFullYear()).toBe(
      2020,
    )
    expect(requirePost({ created_utc: undefined, date: '2021-02-03' }).createdAt.getUTCFullYear()).toBe(2021)
  })

  test.each([
    [null, null],
    [undefined, null],
    ['', null],
    ['12', 12],
    [12.0, 12],
    ['12.0', 12],
    ['many', null],
    [99_999_999_999, null],
    [-3, -3],
  ])('score %j is %j upvotes', (score, upvotes) => {
    expect(requirePost({ score }).upvotes).toBe(upvotes)
  })

  test.each([
    [{ id: 't3_abc12' }, 'abc12'],
    [{ id: undefined, name: 't3_abc12' }, 'abc12'],
    [{ id: 12345 }, '12345'],
    [{ id: ' abc12 ' }, 'abc12'],
  ])('the id of %j is %s', (own, id) => {
    expect(requirePost({ permalink: null, ...own }).sourceId).toBe(id)
  })

  test.each([without('id'), { id: '' }, { id: null }, { id: {} }, { id: 'a b' }])('%j has no id', (own) => {
    const row = read({ permalink: null, ...own })
    expect(row).toEqual({ line: 7, kind: 'rejected', reason: 'the row has no id' })
  })

  test.each([{ id: undefined }, { id: 0 }, { id: 'a b' }, { id: undefined, name: 'Jane Doe' }])(
    'the id in the address comes before %j',
    (own) => {
      expect(requirePost(own).sourceId).toBe('abc12')
    },
  )

  test('body and text replace selftext, and no text at all is empty', () => {
    expect(requirePost({ selftext: undefined, body: 'from body' }).selftext).toBe('from body')
    expect(requirePost({ selftext: undefined, text: 'from text' }).selftext).toBe('from text')
    expect(requirePost({ selftext: null }).selftext).toBe('')
  })

  test('a crosspost does not take over the text of the post it repeats', () => {
    const crosspost = {
      selftext: '',
      crosspost_parent: 't3_zzz',
      crosspost_parent_list: [{ selftext: 'theirs' }],
    }
    expect(requirePost(crosspost).selftext).toBe('')
  })
})

describe('addresses', () => {
  const address = (own: Record<string, unknown>) => requirePost(own).url

  test.each([
    [
      'http://www.reddit.com/r/sub/comments/abc12/title/?utm_source=x#y',
      'https://www.reddit.com/r/sub/comments/abc12/title/',
    ],
    ['https://old.reddit.com/r/sub/comments/abc12/', 'https://www.reddit.com/r/sub/comments/abc12/'],
    ['/r/sub/comments/abc12/title/', 'https://www.reddit.com/r/sub/comments/abc12/title/'],
    ['r/sub/comments/abc12/title/', 'https://www.reddit.com/r/sub/comments/abc12/title/'],
  ])('permalink %s is normalised', (permalink, expected) => {
    expect(address({ permalink })).toBe(expected)
  })

  test.each([
    undefined,
    null,
    '',
    'javascript:alert(1)//www.reddit.com/r/x/comments/1/',
    'data:text/html,/comments/',
    'https://reddit.com.evil.example/r/x/comments/1/',
    '//evil.example/r/x/comments/1/',
    'https://www.reddit.com/login',
    'http://[bad',
  ])('permalink %j is not trusted: the address is built from the id', (permalink) => {
    expect(address({ permalink })).toBe('https://www.reddit.com/r/smallbusiness/comments/abc12/')
  })

  test('a community is read from the permalink where the row names none, and r/ is no part of it', () => {
    expect(requirePost({ subreddit: undefined }).community).toBe('smallbusiness')
    expect(requirePost({ subreddit: 'r/Entrepreneur' }).community).toBe('Entrepreneur')
    const bare = requirePost(without('subreddit', 'permalink'))
    expect([bare.community, bare.url]).toEqual(['', 'https://www.reddit.com/comments/abc12/'])
  })

  test('an id that cannot be one of the site leads to no address', () => {
    expect(requirePost({ id: 'row-17', permalink: undefined }).url).toBeNull()
  })
})

describe('text', () => {
  test.each([
    ['Tom &amp; Jerry &lt;3 &gt; all', 'Tom & Jerry <3 > all'],
    ['It&#39;s &quot;fine&quot;', `It's "fine"`],
    ['a &amp;lt; b', 'a &lt; b'],
    ['x&amp;nbsp;y', 'x y'],
    ['x&nbsp;y&#x200B;z&amp;#x200B;', 'x yz'],
    ['R&D; AT&T &copy;', 'R&D; AT&T &copy;'],
  ])('escapes in %j are undone once', (written, expected) => {
    expect(requirePost({ title: written, selftext: written })).toMatchObject({
      title: expected,
      selftext: expected,
    })
  })

  test('NUL and half surrogate pairs become U+FFFD, and the text keeps its length', () => {
    const value: unknown = JSON.parse(
      '{"title":"a\\u0000b \\ud83d c","selftext":"\\udc00 whole \\ud83d\\ude00"}',
    )
    const { title, selftext } = requirePost(value as Record<string, unknown>)
    expect(title).toBe('a\ufffdb \ufffd c')
    expect(selftext).toBe('\ufffd whole 😀')
  })

  test('a title is trimmed, of a byte order mark too; without one there is no post', () => {
    expect(requirePost({ title: '\ufeff  Help \n' }).title).toBe('Help')
    for (const title of [undefined, null, '', '   ', '&#x200B;']) {
      expect(read({ title })).toEqual({ line: 7, kind: 'rejected', reason: 'the row has no title' })
    }
  })
})

describe('rows that are not taken', () => {
  test.each([true, 'True', 'true', 1, '1'])('over_18 %j is nsfw', (over_18) => {
    expect(read({ over_18 })).toMatchObject({ kind: 'post', nsfw: true })
  })

  test.each([false, 'False', null, undefined, '0', ''])('over_18 %j is not', (over_18) => {
    expect(read({ over_18 })).toMatchObject({ kind: 'post', nsfw: false })
  })

  test.each([{ promoted: true }, { is_created_from_ads_ui: 'True' }])('%j is an advertisement', (own) => {
    expect(read(own)).toEqual({ line: 7, kind: 'left-out', because: 'advertisement' })
  })

  test('a post on a profile is left out: its community is the name of its author', () => {
    expect(read({ subreddit: 'u_somebody', permalink: undefined })).toEqual({
      line: 7,
      kind: 'left-out',
      because: 'profile post',
    })
  })

  test.each([
    { selftext: '[deleted]' },
    { selftext: ' [removed] ' },
    { selftext: '[ Removed by Reddit ]' },
    { title: '[deleted by user]' },
    { removed_by_category: 'moderator' },
    { author: '[deleted]', selftext: '' },
    { _meta: { was_deleted_later: true, removal_type: 'deleted' } },
  ])('%j is deleted', (own) => {
    expect(read(own)).toEqual({ line: 7, kind: 'deleted', source: 'reddit', sourceId: 'abc12' })
  })

  test.each([
    { author: '[deleted]' },
    { removed_by_category: null },
    { removed_by_category: '' },
    { _meta: { was_initially_deleted: true, removal_type: 'reddit' } },
    { _meta: null },
    { selftext: 'They [removed] it' },
  ])('%j is not', (own) => {
    expect(read(own).kind).toBe('post')
  })

  test('a comment is left out, not rejected', () => {
    const comment = {
      id: 'c1',
      body: 'me too',
      link_id: 't3_abc12',
      parent_id: 't3_abc12',
      created_utc: 1327683831,
    }
    expect(readPost({ line: 1, value: comment })).toEqual({ line: 1, kind: 'left-out', because: 'comment' })
  })

  test.each([[[1, 2]], ['text'], [12], [null]])('%j is no JSON object', (value) => {
    expect(readPost({ line: 3, value })).toEqual({
      line: 3,
      kind: 'rejected',
      reason: 'the line is not a JSON object',
    })
  })

  test('what the file said was wrong stays the reason', () => {
    expect(readPost({ line: 3, problem: 'the line is not JSON' })).toEqual({
      line: 3,
      kind: 'rejected',
      reason: 'the line is not JSON',
    })
  })
})

describe('rows to score', () => {
  test('an id and a text are enough, and the id stays as it is in the file', () => {
    expect(readScorable({ line: 1, value: { id: 't3_x', text: 'I need a tool' } })).toEqual({
      line: 1,
      kind: 'post',
      id: 't3_x',
      post: { title: '', selftext: 'I need a tool', community: '' },
    })
  })

  test('nothing is left out', () => {
    for (const own of [
      { over_18: true },
      { promoted: true },
      { removed_by_category: 'x' },
      { created_utc: null },
    ]) {
      expect(readScorable({ line: 1, value: { ...plain, ...own } }).kind).toBe('post')
    }
  })
})

const realPosts = resolve(import.meta.dirname, '../../../../shared/posts/posts.ndjson.zst')

test.skipIf(!existsSync(realPosts))(
  'the first 5,000 real posts of ../shared/posts are all read as posts',
  async () => {
    const dump = await openDump({ path: realPosts, stdin: Readable.from([]), needed: importColumns })
    let rows = 0
    for await (const row of dump.rows()) {
      const outcome = readPost(row)
      if (outcome.kind !== 'post') throw new Error(`Line ${row.line}: ${JSON.stringify(outcome)}`)
      expect(outcome.post.url).toMatch(/^https:\/\/www\.reddit\.com\/r\/[^/]+\/comments\//u)
      expect(`${outcome.post.title} ${outcome.post.selftext}`).not.toMatch(/&(?:nbsp|#x200b);/iu)
      rows += 1
      if (rows === 5000) break
    }
    expect(rows).toBe(5000)
  },
)

describe('the commonest export of data sites', () => {
  const header = ['title', 'score', 'id', 'url', 'comms_num', 'created', 'body', 'timestamp']
  const readRow = (...cells: string[]) =>
    readPost({ line: 2, value: Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])) })

  test('gives posts with their comments and the community in the address', () => {
    const address = 'https://www.reddit.com/r/SmallBusiness/comments/lbtdfn/how_do_you/'
    const row = readRow(
      'How do you track stock?',
      '7',
      'lbtdfn',
      address,
      '3',
      '1612345678.0',
      'By hand.',
      '2021-02-03 09:47:58',
    )
    expect(row).toMatchObject({
      kind: 'post',
      post: {
        source: 'reddit',
        sourceId: 'lbtdfn',
        community: 'SmallBusiness',
        comments: 3,
        selftext: 'By hand.',
        url: address,
      },
    })
  })

  test.each(['', 'nan'])(
    'gives no posts titled "Comment" with the address "%s": those are comments',
    (url) => {
      const row = readRow(
        'Comment',
        '1',
        'glt9cq6',
        url,
        '0',
        '1612345678.0',
        'I do that too.',
        '2021-02-03 09:47:58',
      )
      expect(row).toEqual({ line: 2, kind: 'left-out', because: 'comment' })
    },
  )
})

describe('Hacker News', () => {
  const algolia = {
    objectID: '24000001',
    title: 'Ask HN: How do you &amp; your team track invoices?',
    story_text: 'We type them <i>by hand</i>.<p>What do you use?',
    points: 12,
    num_comments: 4,
    created_at_i: 1595900000,
    author: 'nobody',
    _tags: ['story', 'ask_hn'],
  }

  test.each([
    ['a hit of its search', algolia],
    [
      'a row of BigQuery',
      {
        id: 24000001,
        type: 'story',
        title: algolia.title,
        text: algolia.story_text,
        score: 12,
        descendants: 4,
        time: 1595900000,
      },
    ],
    [
      'an item of its API',
      {
        id: 24000001,
        type: 'story',
        title: algolia.title,
        text: algolia.story_text,
        score: 12,
        descendants: 4,
        time: 1595900000,
        kids: [1, 2],
      },
    ],
    [
      'a row with its address',
      {
        id: '24000001',
        title: algolia.title,
        text: algolia.story_text,
        score: '12',
        num_comments: '4',
        created_at: '2020-07-28 01:33:20',
        permalink: 'https://news.ycombinator.com/item?id=24000001',
      },
    ],
  ])('%s becomes a post of Hacker News, with its address there', (_, value) => {
    expect(readPost({ line: 1, value })).toMatchObject({
      kind: 'post',
      post: {
        source: 'hacker-news',
        sourceId: '24000001',
        community: 'Ask HN',
        title: 'Ask HN: How do you & your team track invoices?',
        selftext: 'We type them by hand.\n\nWhat do you use?',
        url: 'https://news.ycombinator.com/item?id=24000001',
        upvotes: 12,
        comments: 4,
      },
    })
  })

  test('comments and dead items are no posts', () => {
    const comment = { id: 1, type: 'comment', text: 'No.', time: 1595900000, parent: 24000001 }
    expect(readPost({ line: 1, value: comment })).toMatchObject({ kind: 'left-out', because: 'comment' })
    expect(readPost({ line: 1, value: { ...comment, type: 'story', title: 'x', dead: true } })).toMatchObject(
      { kind: 'deleted', source: 'hacker-news' },
    )
  })
})

test('a row that does not say which site it comes from is rejected by name', () => {
  const value = { id: 'a1', title: 'A title', created_at: '2024-01-01', text: 'A text' }
  expect(readPost({ line: 4, value })).toEqual({
    line: 4,
    kind: 'rejected',
    reason:
      'nothing in the row says which site it comes from: a subreddit, or an address at reddit.com or news.ycombinator.com',
  })
})

test.each([
  [{ created_utc: '2021-02-31 10:00:00' }, 'the row has no date we can read in created_utc'],
  [{ created_utc: 4_000_000_000 }, 'the date of the row lies in the future'],
  [{ score: 12.5 }, 'the score of the row is no whole number'],
  [{ num_comments: '3.7' }, 'the number of comments is no whole number'],
  [{ num_comments: -1 }, 'the number of comments is no whole number'],
])('%j cannot be and is rejected', (own, reason) => {
  expect(read(own)).toEqual({ line: 7, kind: 'rejected', reason })
})

test.each([
  ['1.204', 1204],
  ['1,204', 1204],
  ['1 204', 1204],
  ["1'204'332", 1_204_332],
  ['\u22123', -3],
  ['12.0', 12],
  ['1.2k', 1200],
  ['1,25 K', 1250],
  ['3M', 3_000_000],
  ['1.204,332', null],
  ['9999999999', null],
])('a score of %j is %j', (score, upvotes) => {
  expect(requirePost({ score }).upvotes).toBe(upvotes)
})
