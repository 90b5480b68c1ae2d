import { expect, test } from 'vitest'
import { readOpml } from './opml-list.ts'

const opml = (outlines: string) =>
  `<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>${outlines}</body></opml>`
const feed = (name: string, own = '') =>
  `<outline text="${name}" type="rss" xmlUrl="https://${name}.test/feed"${own}/>`

test('what is commented out is not taken, nor what stands below it, and is named', () => {
  const { feeds, refused } = readOpml(
    opml(
      `${feed('one')}${feed('two', ' isComment="true"')}${feed('three', ' isComment="false"')}
       <outline text="Old" isComment="TRUE">${feed('four')}<outline text="Older">${feed('five')}</outline></outline>`,
    ),
  )
  expect(feeds.map(({ title }) => title)).toEqual(['one', 'three'])
  expect(refused).toEqual(
    ['two', 'four', 'five'].map((name) => ({
      address: `https://${name}.test/feed`,
      reason: 'is commented out in the list',
    })),
  )
})

test.each([
  ['feed://one.test/rss', 'http://one.test/rss'],
  ['feed:https://one.test/rss', 'https://one.test/rss'],
  ['FEED:http://one.test/rss', 'http://one.test/rss'],
])('an address for readers of feeds is one over HTTP: %s', (written, address) => {
  expect(readOpml(opml(`<outline text="One" type="rss" xmlUrl="${written}"/>`))).toEqual({
    feeds: [{ title: 'One', address }],
    refused: [],
  })
})

test('a feed whose address stands elsewhere is taken, and one without any is named', () => {
  const { feeds, refused } = readOpml(
    opml(
      `<outline text="Elsewhere" type="rss" url="https://one.test/feed"/><outline text="Nowhere" type="atom"/>
       <outline text="A page" type="link" url="https://two.test/"/>`,
    ),
  )
  expect(feeds).toEqual([{ title: 'Elsewhere', address: 'https://one.test/feed' }])
  expect(refused).toEqual([
    { address: 'Nowhere', reason: 'has no address of a feed (xmlUrl)' },
    { address: 'https://two.test/', reason: 'is a link and not listed as a feed (xmlUrl)' },
  ])
})

test.each([
  ['https://www.reddit.com/r/SaaS/.rss', 'saas'],
  ['https://old.reddit.com/r/SaaS.rss', 'saas'],
  ['https://np.reddit.com/r/SaaS/new/.rss?sort=new', 'saas'],
  ['https://www.reddit.com/r/a+SaaS.rss', 'NAME'],
  ['https://www.reddit.com/r/SaaS+startups.rss', 'saas,startups'],
  ['https://www.reddit.com/r/SaaS+startups+a11y/new/.rss', 'saas,startups,a11y'],
  ['https://www.reddit.com/search.rss?q=crm', 'NAME'],
  ['https://redd.it/abc', 'NAME'],
])('%s is of Reddit, and what to do instead is said', (address, named) => {
  const { refused } = readOpml(opml(`<outline text="x" xmlUrl="${address}"/>`))
  expect(refused).toEqual([
    { address, reason: expect.stringMatching(/^is on Reddit, .*turned off its feeds \(\.rss\)/u) },
  ])
  expect(refused[0]?.reason).toContain(`ARCTIC_SHIFT_COMMUNITIES=${named} `)
})
