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
