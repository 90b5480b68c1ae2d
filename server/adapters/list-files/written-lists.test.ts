import { expect, test } from 'vitest'
import { readForeignLists } from './read-foreign-lists.ts'

const imported = (...communities: string[]) => [{ name: 'imported', communities }]

test.each([
  '| Subreddit | Members |\n|---|---|\n| [r/SaaS](https://www.reddit.com/r/SaaS/) | 120k |\n| [startups](https://www.reddit.com/r/startups/) | 1.2m |\n',
  'Subreddit | Members\n:-- | --:\nr/SaaS | 120k\n[r/startups](https://www.reddit.com/r/startups/) | 1.2m\n',
  '| Link |\n| --- |\n| r/SaaS |\n| [here](https://reddit.com/r/startups) |',
])('a Markdown table gives its communities and none of its numbers: %j', (text) => {
  expect(readForeignLists(text).audiences).toEqual(imported('SaaS', 'startups'))
  expect(readForeignLists(text).keywords).toEqual([])
})

test('rows of a Markdown table among other lines give what is written as a community alone', () => {
  const { audiences, leftOut } = readForeignLists(
    'Mine are r/webdev\n| [r/SaaS](https://reddit.com/r/SaaS) | 120k |',
  )
  expect(audiences).toEqual(imported('webdev', 'SaaS'))
  expect(leftOut).toContainEqual(expect.stringContaining('120k'))
})

test.each([
  ['Accounting r/Bookkeeping', ['Accounting', 'Bookkeeping']],
  ['SaaS startups r/Entrepreneur', ['SaaS', 'startups', 'Entrepreneur']],
  ['https://reddit.com/r/SaaS startups', ['SaaS', 'startups']],
])('names without r/ beside one that has it are communities in their column: %s', (cell, communities) => {
  expect(readForeignLists(`Audience,Subreddits\nMine,${cell}\n`)).toEqual({
    audiences: [{ name: 'mine', communities }],
    keywords: [],
    leftOut: [],
  })
})

test.each([
  ['r/SaaS 120k', '120k'],
  ['r/SaaS (big)', '(big)'],
  ['r/SaaS and others', 'and others'],
])('what can be no name beside a community is named: %s', (cell, beside) => {
  expect(readForeignLists(`Subreddits\n${cell}\n`)).toEqual({
    audiences: imported('SaaS'),
    keywords: [],
    leftOut: [`“${beside}” stands beside communities; it was left out.`],
  })
})

test.each(['reddit.com/r/startups.rss', 'r/startups.rss', 'https://www.reddit.com/r/startups.json?limit=5'])(
  'the address of a feed, %s, is the community’s',
  (address) => {
    expect(readForeignLists(`${address}\n`).audiences).toEqual(imported('startups'))
  },
)

test('a community of Lemmy is one by its full name', () => {
  expect(readForeignLists('!privacy@lemmy.ml\nr/SaaS\n')).toEqual({
    audiences: imported('privacy@lemmy.ml', 'SaaS'),
    keywords: [],
    leftOut: [],
  })
})

const feed = (name: string, own = '') =>
  `<outline text="a"${own} xmlUrl="https://www.reddit.com/r/${name}/.rss"/>`

test('a feed that is commented out is named and no community, as is what stands below it', () => {
  const opml = (inner: string) => `<?xml version="1.0"?><opml version="2.0"><body>${inner}</body></opml>`
  const folder = `<outline text="Old" isComment="true">${feed('older')}</outline>`
  expect(readForeignLists(opml(feed('SaaS') + feed('old', ' isComment="true"') + folder))).toEqual({
    audiences: imported('SaaS'),
    keywords: [],
    leftOut: ['old', 'older'].map(
      (name) => `“https://www.reddit.com/r/${name}/.rss” is commented out in the list; it was left out.`,
    ),
  })
})

test('every folder of an OPML list is a list, named after the innermost folder', () => {
  const inner = `<outline text="Languages">${feed('PHP')}<outline text="">${feed('rust')}</outline></outline>`
  const folders = `<outline title="Business" text="b">${feed('SaaS')}</outline><outline text="Dev">${inner}${feed('webdev')}</outline>`
  expect(readForeignLists(`<opml version="2.0"><body>${folders}${feed('books')}</body></opml>`)).toEqual({
    audiences: [
      { name: 'business', communities: ['SaaS'] },
      { name: 'languages', communities: ['PHP', 'rust'] },
      { name: 'dev', communities: ['webdev'] },
      { name: 'imported', communities: ['books'] },
    ],
    keywords: [],
    leftOut: [],
  })
})

test('kept posts make no list, and an audience without communities is named', () => {
  const kept = [{ subreddit: 'memes', title: 'A', url: 'https://www.reddit.com/r/memes/comments/a1/x/' }]
  const audiences = [
    { name: 'Mine', subreddits: ['SaaS'] },
    { name: 'Empty', subreddits: [] },
    { name: 'Bare' },
  ]
  expect(readForeignLists(JSON.stringify({ audiences, saved_posts: kept, read_later: kept }))).toEqual({
    audiences: [{ name: 'mine', communities: ['SaaS'] }],
    keywords: [],
    leftOut: [
      '“Empty” has no communities; it was left out.',
      '“Bare” has no communities; it was left out.',
      '“saved_posts” contains posts, not a list; it was left out.',
      '“read_later” contains posts, not a list; it was left out.',
    ],
  })
})

test('communities and people among the words of a JSON array are no keywords', () => {
  expect(readForeignLists('["late invoices", "r/startups", "u_foo"]')).toEqual({
    audiences: imported('startups'),
    keywords: ['late invoices'],
    leftOut: ['“u_foo” is a user’s page, not a community; it was left out.'],
  })
})

test.each([
  ['https://redd.it/abc', 'is an address'],
  ['https://lemmy.world/c/selfhosted', 'is an address'],
  ['## HR', 'is a heading'],
  ['<ul><li><a href="https://www.reddit.com/r/SaaS/">r/SaaS</a></li></ul>', 'a web page'],
])('the line %s is no keyword, which is said', (line, reason) => {
  expect(readForeignLists(`${line}\nchurn`)).toMatchObject({
    audiences: [],
    leftOut: [expect.stringContaining(reason)],
  })
  expect(readForeignLists(`${line}\nchurn`).keywords).not.toContain(line)
})

test.each([
  ['{"HR": [], "Shops": ["r/shopify"]}', 'HR'],
  ['[{"name": "HR", "subreddits": []}]', 'HR'],
  ['{"lists": {"HR": {"subreddits": []}}}', 'HR'],
  ['{"audiences": [{"name": "HR", "communities": [], "keywords": []}]}', 'HR'],
])('the list without communities in %s is named once', (text, name) => {
  expect(readForeignLists(text).leftOut).toEqual([`“${name}” has no communities; it was left out.`])
})

test.each([
  '<li class="item">time tracking</li>',
  '</div>',
  '<br/>',
  'invoices <a href="https://example.org">more</a>',
  '<!-- end of list -->',
])('%s among keywords is named as HTML, and the others are read', (line) => {
  const { keywords, leftOut } = readForeignLists(`late invoices\n${line}\ncrm <market> notes\n`)
  expect(keywords).toEqual(['late invoices', 'crm <market> notes'])
  expect(leftOut).toEqual([`“${line}” is HTML, not a keyword; it was left out.`])
})

test('a link of a list of feeds gives the community it leads to, and what leads to none is named', () => {
  const outlines =
    '<outline text="a" type="link" url="https://www.reddit.com/r/SaaS/"/><outline text="b" type="link" url="https://example.org/"/><outline text="Empty"/>'
  const { audiences, leftOut } = readForeignLists(`<opml version="2.0"><body>${outlines}</body></opml>`)
  expect(audiences).toEqual([{ name: 'imported', communities: ['SaaS'] }])
  expect(leftOut).toEqual([
    '“https://example.org/” is not the feed of a community; it was left out.',
    '“Empty” is not the feed of a community; it was left out.',
  ])
})

test('a table in a Markdown document is read, and what leads to no community is named', () => {
  const text = `# Where they are

| Community | Members |
|---|---:|
| [r/SaaS](https://www.reddit.com/r/SaaS/) | 1.8M |
| [Chat of Acme](https://chat.example/abc) | 900 |

- r/msp
- [Our chat](https://chat.example/abc)
`
  const { audiences, keywords, leftOut } = readForeignLists(text)
  expect(audiences).toEqual([{ name: 'imported', communities: ['SaaS', 'msp'] }])
  expect(keywords).toEqual([])
  expect(leftOut).toHaveLength(3)
  expect(leftOut).toContain('Columns that were not read: “Members”.')
})

test('several keywords of a cell are one each, and what is in quotes stays together', () => {
  const text = 'Audience;Keywords\nFounders;"churn, ""trial, then paid"", mrr -stripe"\n'
  expect(readForeignLists(text).keywords).toEqual(['churn', '"trial, then paid"', 'mrr -stripe'])
})
