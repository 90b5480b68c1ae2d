import { expect, test } from 'vitest'
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
    '“type:post” is not known here and was left out.',
    '“OR” is not known here: all words are asked for, and -word excludes.',
    '“site:news.ycombinator.com” is not known here and was left out.',
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

test('a line of communities that ends in words or strokes is read at once', () => {
  expect(readForeignLists(`${'r/a,'.repeat(26)}r/b and more`).audiences).toEqual([])
  expect(readForeignLists(`r/a${',,r/a'.repeat(60)}//`).audiences).toEqual([])
})
