import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { saveListEndpoint } from '#contract/community-lists.ts'
import { readForeignLists } from './read-foreign-lists.ts'

test('audiences of a JSON export become lists of communities, with or without r/', () => {
  const text = JSON.stringify({
    audiences: [
      { name: 'Indie Hackers', subreddits: ['r/SaaS', 'startups', { name: 'indiehackers', subscribers: 9 }] },
      { name: 'Shop owners!', subreddits: ['/r/shopify'] },
    ],
    keywords: ['invoice reminders', { keyword: '"time tracking" -toggl' }],
  })
  expect(readForeignLists(text)).toEqual({
    audiences: [
      { name: 'indie-hackers', communities: ['SaaS', 'startups', 'indiehackers'] },
      { name: 'shop-owners', communities: ['shopify'] },
    ],
    keywords: ['invoice reminders', '"time tracking" -toggl'],
    leftOut: [],
  })
})

test('audiences of a CSV export are gathered by their name, a row each or all in one cell', () => {
  const rows =
    'Audience,Subreddit\nFounders,r/SaaS\nFounders,https://www.reddit.com/r/startups/\nShops,"shopify, ecommerce"\n'
  expect(readForeignLists(rows).audiences).toEqual([
    { name: 'founders', communities: ['SaaS', 'startups'] },
    { name: 'shops', communities: ['shopify', 'ecommerce'] },
  ])
})

test('a list with negative words and quotes is read line by line', () => {
  const { keywords, leftOut } = readForeignLists(
    'quickbooks -desktop\n“late invoices”\n\n# mine\n"crm for dentists" -free\n',
  )
  expect(keywords).toEqual(['quickbooks -desktop', '"late invoices"', '"crm for dentists" -free'])
  expect(leftOut).toEqual([])
})

test('filters keep their words, their community becomes a list, and what is not known is said', () => {
  const read = readForeignLists(
    '"time tracking" site:reddit.com/r/freelance -toggl type:post\nharvest OR clockify site:news.ycombinator.com',
  )
  expect(read.keywords).toEqual(['"time tracking" -toggl', 'harvest clockify'])
  expect(read.audiences).toEqual([{ name: 'time-tracking-toggl', communities: ['freelance'] }])
  expect(read.leftOut).toEqual([
    '“type:post” is not supported here and was left out.',
    '“OR” is not supported here: all words are required, and -word excludes.',
    '“site:news.ycombinator.com” is not supported here and was left out.',
  ])
})

test('lines of communities alone are one list, and what is no list has nothing', () => {
  expect(readForeignLists('r/SaaS\nr/startups, r/Entrepreneur\n').audiences).toEqual([
    { name: 'imported', communities: ['SaaS', 'startups', 'Entrepreneur'] },
  ])
  expect(readForeignLists('{"a":[1,2]}')).toEqual({ audiences: [], keywords: [], leftOut: [] })
})

test.each([
  ['r/a, r/b,', ['a', 'b']],
  ['/r/a/;r/b', ['a', 'b']],
  ['r/a,b', ['a', 'b']],
  ['https://www.reddit.com/r/a', ['a']],
])('the line %s is communities', (line, communities) => {
  expect(readForeignLists(line).audiences).toEqual([{ name: 'imported', communities }])
})

test('a line of communities that ends in words or strokes is read at once, and the words are named', () => {
  expect(readForeignLists(`${'r/a,'.repeat(26)}r/b and more`)).toEqual({
    audiences: [{ name: 'imported', communities: ['a', 'b'] }],
    keywords: [],
    leftOut: ['“and more” stands beside communities; it was left out.'],
  })
  expect(readForeignLists(`r/a${',,r/a'.repeat(60)}//`).audiences).toEqual([
    { name: 'imported', communities: ['a'] },
  ])
})

const imported = (...communities: string[]) => [{ name: 'imported', communities }]

test('subscribed communities come in once each, and what is no community is named', () => {
  const text = `subreddit
smallbusiness
SmallBusiness
u_someone
r/Entrepreneur
https://www.reddit.com/r/SaaS/
https://old.reddit.com/r/a11y+accessibility+blind
/r/selfhosted/comments/abc123/x/
 r / with space 
announcements
`
  expect(readForeignLists(text)).toEqual({
    audiences: imported(
      'smallbusiness',
      'Entrepreneur',
      'SaaS',
      'a11y',
      'accessibility',
      'blind',
      'selfhosted',
      'announcements',
    ),
    keywords: [],
    leftOut: [
      '“u_someone” is a user’s page, not a community; it was left out.',
      '“r / with space” is not a community name; it was left out.',
    ],
  })
})

test.each([
  ['https://smallbusiness.reddit.com/', ['smallbusiness']],
  ['http://np.reddit.com/r/SaaS/top/?t=all#x', ['SaaS']],
  ['reddit.com/r/SaaS', ['SaaS']],
  ['(r/SaaS), **r/startups**.', ['SaaS', 'startups']],
  ['r/SaaS+startups', ['SaaS', 'startups']],
  ['a11y+blind', ['a11y', 'blind']],
  ['selfhosted@lemmy.world', ['selfhosted@lemmy.world']],
  ['r/SaaS r/startups', ['SaaS', 'startups']],
  ['1. r/SaaS', ['SaaS']],
])('the cell %s names communities and nothing else', (cell, communities) => {
  expect(readForeignLists(`Subreddits\n"${cell}"\n`)).toEqual({
    audiences: imported(...communities),
    keywords: [],
    leftOut: [],
  })
})

test.each([
  ['Small Business', 'is not a community name'],
  ['u/someone', 'is a user’s page, not a community'],
  ['https://www.reddit.com/user/someone/', 'is a user’s page, not a community'],
  ['https://www.reddit.com/user/someone/m/mine', 'is a user’s collection'],
  ['https://www.reddit.com/', 'is not a community name'],
  ['https://example.com/r/x', 'is not a community name'],
  ['r/all', 'is one of Reddit’s own pages'],
  ['t5_2qh33', 'is Reddit’s id of a community'],
  ['c++', 'is not a community name'],
  ['N/A', 'is not a community name'],
])('the cell %s names none, which is said', (cell, reason) => {
  const { audiences, leftOut } = readForeignLists(`Subreddits\nr/SaaS\n${cell}\n`)
  expect(audiences).toEqual(imported('SaaS'))
  expect(leftOut).toEqual([expect.stringContaining(`“${cell}” ${reason}`)])
})

test('what Reddit itself gives is one list of communities, by their names', () => {
  const community = (name: string) => ({
    kind: 't5',
    data: {
      display_name: name,
      display_name_prefixed: `r/${name}`,
      name: 't5_2qh33',
      title: `About ${name}`,
      url: `/r/${name}/`,
    },
  })
  const listing = {
    kind: 'Listing',
    data: { after: null, children: [community('SaaS'), community('u_me'), community('saas')] },
  }
  expect(readForeignLists(JSON.stringify(listing))).toEqual({
    audiences: imported('SaaS'),
    keywords: [],
    leftOut: ['“u_me” is a user’s page, not a community; it was left out.'],
  })
  const multi = (name: string, ...names: string[]) => ({
    kind: 'LabeledMulti',
    data: {
      display_name: name,
      name: name.toLowerCase(),
      path: `/user/me/m/${name}`,
      subreddits: names.map((one) => ({ name: one, data: community(one).data })),
    },
  })
  expect(
    readForeignLists(JSON.stringify([multi('Makers', 'SaaS', 'startups'), multi('Shops', 'shopify')]))
      .audiences,
  ).toEqual([
    { name: 'makers', communities: ['SaaS', 'startups'] },
    { name: 'shops', communities: ['shopify'] },
  ])
})

test('tables of Reddit are read by their columns: a collection, its communities, and a community by its names', () => {
  const collections = 'id,display_name,date,subreddits\n1,Makers,2024-01-01,"SaaS, startups"\n'
  expect(readForeignLists(collections)).toEqual({
    audiences: [{ name: 'makers', communities: ['SaaS', 'startups'] }],
    keywords: [],
    leftOut: ['Columns that were not read: “id”, “date”.'],
  })
  const communities =
    'name,display_name,display_name_prefixed,title\nt5_2,SaaS,r/SaaS,Software\nt5_3,startups,r/startups,New\n'
  expect(readForeignLists(communities).audiences).toEqual(imported('SaaS', 'startups'))
  expect(readForeignLists('subreddit,name\nSaaS,SaaS\nr/startups,t5_2\n').audiences).toEqual(
    imported('SaaS', 'startups'),
  )
  expect(
    readForeignLists('title,link\nSoftware,https://www.reddit.com/r/SaaS\nNew,r/startups\n').audiences,
  ).toEqual(imported('SaaS', 'startups'))
})

test.each([
  ['{"Founders": ["r/SaaS"], "Shops": {"subreddits": ["shopify"]}}', ['founders', 'shops']],
  [
    '{"name": "Export", "audiences": [{"name": "Founders", "sources": {"reddit": {"subreddits": ["SaaS"]}}}]}',
    ['founders'],
  ],
  ['["r/SaaS", "r/startups"]', ['imported']],
  ['{"subreddit": "SaaS", "title": "A post"}\n{"subreddit": "startups", "title": "Another"}', ['imported']],
])('lists of %s have the names %s', (text, names) => {
  expect(readForeignLists(text).audiences.map(({ name }) => name)).toEqual(names)
})

test('lists that only look alike by their names stay two, and a name can always be saved', () => {
  const named = (...names: string[]) =>
    readForeignLists(JSON.stringify(names.map((name) => ({ name, subreddits: ['SaaS'] })))).audiences
  expect(
    named('C++', 'C#', 'c++', '__proto__', '_mine_', '!!!', 'constructor', 'हिन्दी').map(({ name }) => name),
  ).toEqual(['c', 'c-2', 'proto__', 'mine_', 'imported', 'constructor', 'हिन्दी'])
  for (const { name, communities } of named(`${'𠀀'.repeat(80)}`, '__proto__')) {
    expect(z.safeParse(saveListEndpoint.body, { listName: name, communities }).success).toBe(true)
  }
})

test('a sentence that names communities gives them, and says what else stands in it', () => {
  expect(readForeignLists('Mine are r/SaaS and r/startups, thanks\n#buildinpublic\n???')).toEqual({
    audiences: imported('SaaS', 'startups'),
    keywords: ['#buildinpublic'],
    leftOut: [
      '“Mine are and thanks” stands beside communities; it was left out.',
      '“???” contains no word; it was left out.',
    ],
  })
})

test('keywords that differ in case alone are one', () => {
  expect(readForeignLists('CRM\ncrm\nInvoices').keywords).toEqual(['CRM', 'Invoices'])
})

test('a list of feeds gives the communities in it, and what is no list is told by its kind', () => {
  const opml = `<?xml version="1.0"?><opml version="2.0"><body><outline text="a" xmlUrl="https://www.reddit.com/r/SaaS/.rss"/>
    <outline text="b" xmlUrl='https://example.com/feed?a=1&amp;b=2'/></body></opml>`
  expect(readForeignLists(opml)).toEqual({
    audiences: imported('SaaS'),
    keywords: [],
    leftOut: ['“https://example.com/feed?a=1&b=2” is not the feed of a community; it was left out.'],
  })
  for (const [text, kind] of [
    ['<!doctype html><p>r/SaaS</p>', 'web page'],
    ['{"audiences": [{"name": "Founders", "subreddits": ["SaaS"', 'invalid or truncated'],
    ['PK\u0003\u0004x', 'not plain text'],
  ] as const) {
    expect(readForeignLists(text)).toEqual({
      audiences: [],
      keywords: [],
      leftOut: [expect.stringContaining(kind)],
    })
  }
})

test('what is left out is named as far as somebody reads, and counted beyond', () => {
  const { leftOut } = readForeignLists(
    `subreddit\n${Array.from({ length: 234 }, (_, at) => `u_p${at}`).join('\n')}`,
  )
  expect(leftOut).toHaveLength(21)
  expect(leftOut.at(-1)).toBe('And 214 more were left out.')
  const long = readForeignLists(`subreddit\n${'no name '.repeat(2000)}`).leftOut
  expect(long).toEqual([expect.stringMatching(/^“.{60}…” is no/u)])
  const many = readForeignLists(
    JSON.stringify(Array.from({ length: 60 }, (_, at) => ({ name: `l${at}`, subs: ['SaaS'] }))),
  )
  expect([many.audiences.length, many.leftOut]).toEqual([50, ['Only the first 50 of 60 lists were read.']])
})
