import { expect, test } from 'vitest'
import { makeArchivedPost } from '#tests/harness/make-archived-post.ts'
import { webhookBody } from './webhook-body.ts'

const now = new Date('2026-03-01T12:00:00Z')
const post = makeArchivedPost(
  {
    sourceId: 'one',
    url: 'https://forum.test/t?a=1&b=2|3',
    title: 'Is there <!channel> a tool? @everyone & co',
    community: 'R&D',
    selftext: 'I waste hours every week on invoices. I would pay for a tool that does this.',
    attribution: { author: 'Ann', authorUrl: null, license: 'CC BY-SA 4.0', licenseUrl: null },
  },
  71,
)
const news = { watch: { id: 'w1', name: 'invoices <b>' }, post, now }
const read = (...given: Parameters<typeof webhookBody>) => JSON.parse(webhookBody(...given))

test('the standard shape says what happened, when, and to which post of which watch', () => {
  expect(read('standard', null, news)).toMatchObject({
    type: 'watch.post',
    timestamp: now.toISOString(),
    data: {
      watch: { id: 'w1', name: 'invoices <b>' },
      post: {
        id: 'one',
        url: 'https://forum.test/t?a=1&b=2|3',
        score: 71,
        attribution: { author: 'Ann', license: 'CC BY-SA 4.0' },
      },
    },
  })
  expect(read('standard', null, { ...news, post: null })).toMatchObject({ type: 'watch.test' })
})

test('Slack gets one text with a link, in which a post mentions nobody and opens no markup', () => {
  const { text } = read('slack', null, news)
  const [first, second, ...rest] = text.split('\n')
  expect(first).toBe(
    '<https://forum.test/t?a=1&amp;b=2%7C3|Is there &lt;!channel&gt; a tool? @everyone &amp; co>',
  )
  expect(second).toBe('Score 71 in R&amp;D, for invoices &lt;b&gt;')
  expect(rest.at(-1)).toBe('By Ann, CC BY-SA 4.0')
  expect(read('slack', null, { ...news, post: { ...post, url: null } }).text).toMatch(/^\*Is there/u)
})

test('a message does not quote its own title; the fields for programs keep the reason', () => {
  const title = 'I would pay for a tool that does this every week'
  const titled = { ...news, post: makeArchivedPost({ title, selftext: '' }, 60) }
  expect(read('standard', null, titled).data.post.reason).toBe(title)
  expect(read('template', '{"m": "{{reason}}"}', titled)).toEqual({ m: title })
  expect(read('standard', null, titled).data.post.quote).toBeUndefined()
  expect(read('slack', null, titled).text.split(title)).toHaveLength(2)
  expect(webhookBody('discord', null, titled).split(title)).toHaveLength(2)
})

test('Discord gets an embed that pings nobody, within its limits', () => {
  const long = makeArchivedPost({ title: 'word '.repeat(60), selftext: 'I need a tool. '.repeat(400) }, 50)
  for (const one of [post, long]) {
    const body = read('discord', null, { ...news, post: one })
    expect(body.allowed_mentions).toEqual({ parse: [] })
    expect(body.embeds[0].title.length).toBeLessThanOrEqual(256)
    expect(body.embeds[0].description.length).toBeLessThanOrEqual(4096)
  }
  expect(read('discord', null, { ...news, post: { ...post, url: null } }).embeds[0].url).toBeUndefined()
})

test('Discord shows what strangers and watches say as it is: no hidden links, names or markup', () => {
  const title = '[Sign in](https://evil.test) <@1> **now**'
  const odd = { ...news, watch: { id: 'w1', name: '[a](https://evil.test)' }, post: { ...post, title } }
  const { embeds } = read('discord', null, odd)
  expect(embeds[0].title).toBe('\\[Sign in\\](https://evil.test) \\<@1\\> \\*\\*now\\*\\*')
  expect(embeds[0].description).toContain('for \\[a\\](https://evil.test)')
})

test.each(['community', 'watch', 'url', 'title'])(
  'a template that repeats {{%s}} makes no longer body',
  (field) => {
    const repeated = `{"m": "${`{{${field}}}`.repeat(280)}"}`
    const url = `https://forum.test/${'u'.repeat(1900)}`
    const long = { ...post, url, community: 'c'.repeat(120) }
    const body = webhookBody('template', repeated, {
      ...news,
      post: long,
      watch: { id: 'w1', name: 'w'.repeat(80) },
    })
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000)
    expect(Object.keys(JSON.parse(body))).toEqual(['m'])
  },
)

test('a template is filled, and never makes a body of more than 20 kB', () => {
  expect(read('template', '{"m": "{{title}}", "p": "{{score}}"}', news)).toEqual({ m: post.title, p: 71 })
  const repeated = `{"m": "${'{{excerpt}}'.repeat(300)}"}`
  const long = makeArchivedPost({ selftext: '\u{1F600}"'.repeat(2000) }, 50)
  const body = webhookBody('template', repeated, { ...news, post: long })
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(20_000)
  expect(JSON.parse(body).m).toContain('\u{1F600}')
})
