import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { importColumns } from './column-names.ts'
import { type Dump, openDump } from './open-dump.ts'
import { previewDump } from './preview-dump.ts'
import { type PostRow, readPost } from './read-post.ts'
import { sourceInName } from './row-source.ts'

async function openText(content: string | Buffer, name = 'posts.csv'): Promise<Dump> {
  const stdin = Readable.from([Buffer.from(content)])
  return { ...(await openDump({ path: '-', stdin, needed: importColumns })), name }
}

async function readRows(content: string | Buffer, name?: string): Promise<PostRow[]> {
  const dump = await openText(content, name)
  const rows: PostRow[] = []
  for await (const row of dump.rows()) rows.push(readPost(row, { fileSource: sourceInName(dump.name) }))
  return rows
}

/** The same post in every format. */
const reddit = {
  source: 'reddit',
  sourceId: 'l6xc8l',
  community: 'smallbusiness',
  title: 'A tool for invoices?',
  selftext: 'By hand, for now.',
  url: 'https://www.reddit.com/r/smallbusiness/comments/l6xc8l/a_tool/',
  upvotes: 1234,
  comments: 7,
  createdAt: new Date('2021-01-28T21:37:41Z'),
}
const address = reddit.url
const time = '2021-01-28 21:37:41'

const shapes: [string, string][] = [
  [
    'PRAW with the usual names',
    `title,score,id,subreddit,url,num_comments,selftext,created\nA tool for invoices?,1234,l6xc8l,smallbusiness,${address},7,"By hand, for now.",1611869861.0`,
  ],
  [
    'a data set with post_id, timestamp, content, link and comment_count',
    `post_id,title,content,score,comment_count,timestamp,link\nl6xc8l,A tool for invoices?,"By hand, for now.",1234,7,${time},${address}`,
  ],
  [
    'a data set with comms_num and body',
    `title,score,id,url,comms_num,created,body,timestamp\nA tool for invoices?,1234,l6xc8l,${address},7,1611869861.0,"By hand, for now.",${time}`,
  ],
  [
    'names with spaces and in any case',
    `Post ID;Post Title;Post Text;Up Votes;Number of Comments;Created UTC;Subreddit;Permalink\nl6xc8l;A tool for invoices?;By hand, for now.;1,234;7;${time} UTC;r/smallbusiness;/r/smallbusiness/comments/l6xc8l/a_tool/`,
  ],
  [
    'a table whose id counts its rows',
    `,id,title,score,text,commentCount,publishedAt,link\n0,0,A tool for invoices?,1234,"By hand, for now.",7,${time},${address}`,
  ],
  [
    'a table that is quoted with apostrophes',
    `'id','title','selftext','score','num_comments','created_utc','permalink'\n'l6xc8l','A tool for invoices?','By hand, for now.','1234','7','${time}','${address}'`,
  ],
  [
    "Watchful1's to_csv",
    `author,title,score,created,link,text,url,num_comments\nu/someone,A tool for invoices?,1234,2021-01-28 21:37:41,${address},"By hand, for now.",https://a.test/,7`,
  ],
  [
    'BigQuery as CSV',
    `created_utc,subreddit,author,domain,url,num_comments,score,ups,downs,title,selftext,saved,id,from_kind,permalink\n1.611869861E9,smallbusiness,someone,self.smallbusiness,${address},7,1234,1234,0,A tool for invoices?,"By hand, for now.",false,l6xc8l,,/r/smallbusiness/comments/l6xc8l/a_tool/`,
  ],
  [
    'cells that pandas leaves empty',
    `id,title,selftext,score,num_comments,created_utc,subreddit,permalink,removed_by_category,author\nl6xc8l,A tool for invoices?,"By hand, for now.",1234,7,1611869861,smallbusiness,/r/smallbusiness/comments/l6xc8l/a_tool/,nan,None`,
  ],
  [
    'BigQuery as JSON lines, its numbers as text',
    JSON.stringify({
      created_utc: '1611869861',
      subreddit: 'smallbusiness',
      score: '1234',
      num_comments: '7',
      id: 'l6xc8l',
      title: reddit.title,
      selftext: reddit.selftext,
      permalink: '/r/smallbusiness/comments/l6xc8l/a_tool/',
    }),
  ],
  [
    'a scraper with names in camel case',
    JSON.stringify([
      {
        postId: 't3_l6xc8l',
        title: reddit.title,
        selfText: reddit.selftext,
        upVotes: 1234,
        numberOfComments: 7,
        createdAt: '2021-01-28T21:37:41.000Z',
        communityName: 'r/smallbusiness',
        url: address,
      },
    ]),
  ],
]

test.each(shapes)('%s is read without instructions', async (_name, text) => {
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    zlib.gzipSync(text),
    zlib.zstdCompressSync(text),
  ]) {
    expect(await readRows(bytes)).toEqual([
      { line: expect.any(Number), kind: 'post', nsfw: false, post: { ...reddit, sample: false } },
    ])
  }
})

describe('Hacker News', () => {
  test.each([
    [
      'BigQuery, all items, as CSV',
      'title,url,text,dead,by,score,time,timestamp,type,id,parent,descendants,ranking,deleted\nAsk HN: A tool?,,Why <i>not</i>?,,someone,5,1611869861,2021-01-28 21:37:41 UTC,story,25946241,,,,',
    ],
    [
      'BigQuery, stories, as CSV with no answers',
      'id,by,score,time,time_ts,title,url,text,deleted,dead,descendants,author\n25946241,someone,5,1611869861,2021-01-28 21:37:41 UTC,Ask HN: A tool?,,Why <i>not</i>?,,,,someone',
    ],
    [
      'Firebase, pretty-printed',
      JSON.stringify(
        {
          by: 'x',
          id: 25946241,
          kids: [1],
          score: 5,
          text: 'Why <i>not</i>?',
          time: 1611869861,
          title: 'Ask HN: A tool?',
          type: 'story',
        },
        null,
        2,
      ),
    ],
    [
      'an answer of Algolia',
      JSON.stringify({
        hits: [
          {
            objectID: '25946241',
            title: 'Ask HN: A tool?',
            story_text: 'Why <i>not</i>?',
            points: 5,
            created_at_i: 1611869861,
            _tags: ['story'],
          },
        ],
      }),
    ],
    [
      'a story of Algolia with its comments',
      JSON.stringify({
        id: 25946241,
        created_at_i: 1611869861,
        type: 'story',
        title: 'Ask HN: A tool?',
        text: 'Why <i>not</i>?',
        points: 5,
        children: [{ id: 1, type: 'comment', text: 'x' }],
      }),
    ],
  ])('from %s', async (_name, text) => {
    expect(await readRows(text)).toMatchObject([
      {
        kind: 'post',
        post: {
          source: 'hacker-news',
          sourceId: '25946241',
          community: 'Ask HN',
          selftext: 'Why not?',
          upvotes: 5,
        },
      },
    ])
  })
})

test('a file whose site only its name implies is read as of that site', async () => {
  const csv = `id,title,timestamp\nabc12,A tool?,${time}`
  expect(await readRows(csv, 'my-posts.csv')).toMatchObject([{ kind: 'rejected' }])
  expect(await readRows(csv, 'Reddit_Startups.csv')).toMatchObject([{ post: { source: 'reddit' } }])
})

test('the title "None" is a title', async () => {
  const csv = `id,title,timestamp,subreddit\nabc12,None,${time},a`
  expect(await readRows(csv)).toMatchObject([{ post: { title: 'None' } }])
})

test.each(['Thu, 28 Jan 2021 21:37:41 GMT', '2021/01/28 21:37:41', '28 Jan 2021 21:37:41 +0000'])(
  'the date %s is read',
  async (date) => {
    const csv = `id,title,date,subreddit\nabc12,A,"${date}",a`
    expect(await readRows(csv)).toMatchObject([{ post: { createdAt: reddit.createdAt } }])
  },
)

test('a preview says how columns are read and what the first ten rows become', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `id${at},A \u001b[2Jtool ${at},1,2,${time},${at === 1 ? '' : 'SaaS'},x`,
  )
  const csv = `Post ID,Title,Upvotes,comms_num,Timestamp,subreddit,flair\n${rows.join('\n')}`
  const lines = await previewDump(await openText(csv))
  expect(lines.slice(0, 10)).toEqual([
    'posts.csv: nothing is stored, this is a preview',
    '  columns that are read:',
    '    Post ID as id',
    '    Title as title',
    '    Upvotes as score',
    '    comms_num',
    '    Timestamp as timestamp',
    '    subreddit',
    '  columns that are not read: flair',
    '  the first 10 rows:',
  ])
  expect(lines[10]).toBe(
    '    line 2: reddit:id0, SaaS, 2021-01-28, 1 upvotes, 2 comments, 0 characters of text: A  [2Jtool 0',
  )
  expect(lines).toHaveLength(20)
})
