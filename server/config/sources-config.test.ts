import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

const reddit = {
  REDDIT_CLIENT_ID: 'id',
  REDDIT_CLIENT_SECRET: 'a-secret',
  REDDIT_USER_AGENT: 'server:example.unmet:v0.1 (by /u/operator)',
}

test('nothing is asked until it is named', () => {
  expect(loadConfig({ REDDIT_COMMUNITIES: 'saas', HACKER_NEWS: 'off' }).sources).toEqual({
    reddit: null,
    hackerNews: {
      wanted: 'off',
      searchUrl: 'https://hn.algolia.com/api/v1',
      itemsUrl: 'https://hacker-news.firebaseio.com/v0',
    },
    stackExchange: { apiUrl: 'https://api.stackexchange.com/2.3', key: null },
    github: { apiUrl: 'https://api.github.com', token: null },
    arcticShift: null,
    feeds: [],
    discourse: [],
    lemmy: [],
    piefed: [],
    privateHosts: [],
    timeLimitMs: 5000,
  })
})

test('each source is read with its own settings', () => {
  const { sources } = loadConfig({
    ...reddit,
    REDDIT_COMMUNITIES: ' r/SaaS, smallbusiness,saas',
    REDDIT_API_URL: 'http://127.0.0.1:4000/',
    HACKER_NEWS: 'on',
    ARCTIC_SHIFT_COMMUNITIES: 'sysadmin',
    FEEDS: 'https://A.test/feed.xml#x  http://forum.lan/latest.rss\thttps://a.test/feed.xml',
    DISCOURSE_FORUMS: 'https://forum.test/c/features/5',
    LEMMY_INSTANCES: 'https://lemmy.test',
    PIEFED_INSTANCES: 'https://piefed.test',
    PRIVATE_HOSTS: 'Forum.lan, 10.0.0.5:8080,2130706433',
    GITHUB_ISSUES_TOKEN: 'a-token',
    GITHUB_ISSUES_URL: 'https://git.example/api/v3/',
    SOURCE_TIME_LIMIT_MS: '800',
  })
  expect(sources).toEqual({
    reddit: {
      clientId: 'id',
      clientSecret: 'a-secret',
      userAgent: 'server:example.unmet:v0.1 (by /u/operator)',
      communities: ['saas', 'smallbusiness'],
      url: 'https://www.reddit.com',
      apiUrl: 'http://127.0.0.1:4000',
    },
    stackExchange: { apiUrl: 'https://api.stackexchange.com/2.3', key: null },
    github: { apiUrl: 'https://git.example/api/v3', token: 'a-token' },
    hackerNews: {
      wanted: 'on',
      searchUrl: 'https://hn.algolia.com/api/v1',
      itemsUrl: 'https://hacker-news.firebaseio.com/v0',
    },
    arcticShift: { communities: ['sysadmin'], url: 'https://arctic-shift.photon-reddit.com' },
    feeds: ['https://a.test/feed.xml', 'http://forum.lan/latest.rss'],
    discourse: ['https://forum.test/c/features/5'],
    lemmy: ['https://lemmy.test/'],
    piefed: ['https://piefed.test/'],
    privateHosts: ['forum.lan', '10.0.0.5:8080', '127.0.0.1'],
    timeLimitMs: 800,
  })
})

describe("Reddit's client is whole or not there", () => {
  test.each([
    ['REDDIT_CLIENT_ID', 'REDDIT_CLIENT_SECRET and REDDIT_USER_AGENT are set, but REDDIT_CLIENT_ID is not.'],
    [
      'REDDIT_CLIENT_SECRET',
      'REDDIT_CLIENT_ID and REDDIT_USER_AGENT are set, but REDDIT_CLIENT_SECRET is not.',
    ],
    ['REDDIT_USER_AGENT', 'REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET are set, but REDDIT_USER_AGENT is not.'],
  ])('without %s', (name, message) => {
    expect(() => loadConfig({ ...reddit, [name]: '' })).toThrow(`${message} Set all three, or none.`)
  })
})

describe('a wrong value stops with one line that names the variable', () => {
  test.each([
    ['REDDIT_USER_AGENT', 'Mozilla/5.0'],
    ['REDDIT_COMMUNITIES', 'a community'],
    ['REDDIT_COMMUNITIES', '../api'],
    ['REDDIT_URL', 'http://www.reddit.com'],
    ['REDDIT_API_URL', 'http://127.0.0.1.evil.test'],
    ['HACKER_NEWS', 'yes'],
    ['HACKER_NEWS_SEARCH_URL', 'hn.algolia.com'],
    ['HACKER_NEWS_ITEMS_URL', 'https://a.test?b'],
    ['ARCTIC_SHIFT_COMMUNITIES', Array.from({ length: 21 }, (_, index) => `community${index}`).join(',')],
    ['ARCTIC_SHIFT_URL', 'ftp://a.test'],
    ['FEEDS', 'https://a.test/feed.xml, https://b.test/feed.xml ftp://c.test'],
    ['FEEDS', 'a.test/feed'],
    ['FEEDS', 'https://user:secret@a.test/feed'],
    ['PRIVATE_HOSTS', 'http://forum.lan/'],
    ['PRIVATE_HOSTS', 'user@forum.lan'],
    ['SOURCE_TIME_LIMIT_MS', '5'],
  ])('%s=%s', (name, value) => {
    expect(() => loadConfig({ ...reddit, [name]: value })).toThrow(ConfigError)
    expect(() => loadConfig({ ...reddit, [name]: value })).toThrow(`${name} is`)
  })

  test.each([
    ['REDDIT_COMMUNITIES', '../api'],
    ['REDDIT_URL', 'http://www.reddit.com'],
    ['REDDIT_API_URL', 'nonsense'],
  ])('%s=%s, also while Reddit is off', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(`${name} is`)
  })

  test('which never repeats a secret', () => {
    const config = () => loadConfig({ ...reddit, REDDIT_CLIENT_SECRET: 'has a space' })
    expect(config).toThrow('REDDIT_CLIENT_SECRET is something else')
  })
})

test('a host that is named as two kinds of place is refused', () => {
  const named = { DISCOURSE_FORUMS: 'https://one.test/c/wishes/5', LEMMY_INSTANCES: 'https://one.test' }
  expect(() => loadConfig(named)).toThrow(
    'one.test is in DISCOURSE_FORUMS and in LEMMY_INSTANCES; it can be only one of them.',
  )
})
