import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { scoreReply } from '#contract/scoring.ts'
import { scorePost, scorerVersion } from '#tests/harness/scorer.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const need = {
  title: 'Is there a tool for invoice reminders?',
  selftext: 'I waste hours every week chasing clients from a spreadsheet.\r\nI would pay for that. 😀',
}

let product: TestApp
let now = new Date('2026-05-01T12:00:20Z')
beforeAll(async () => {
  product = await openTestApp({ clock: () => now }, { TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => product.close())

/** Every test uses its own IP address. */
const score = (payload: unknown, address: string) =>
  product.app.inject({
    method: 'POST',
    url: '/api/score',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    payload: JSON.stringify(payload),
  })

describe('a pasted post', () => {
  test('in another language is refused with a sentence, and gets no number', async () => {
    const german = 'Ich suche ein Programm, das meine Rechnungen automatisch verschickt.'
    const reply = await score({ title: 'Rechnungen', selftext: german }, '203.0.113.1')
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'not_english'])
    expect(reply.json().userMessage).toContain('only reads English')
    expect(reply.body).not.toContain('opportunityScore')
  })

  test('gets the score, signals, persona and evidence that a search would give it', async () => {
    const reply = await score(need, '203.0.113.1')
    expect(reply.statusCode, reply.body).toBe(200)
    const { exactScore: _, ...scored } = scorePost({ ...need, community: '' })
    expect(reply.json()).toEqual({ ...scored, scorerVersion })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  test('has evidence whose offsets fit the text as it was sent', async () => {
    const { evidence } = scoreReply.parse((await score(need, '203.0.113.1')).json())
    const spans = evidence.filter(({ start, end }) => end > start)
    expect(spans.length).toBeGreaterThan(0)
    for (const { field, start, end } of spans) expect(need[field].slice(start, end).trim()).not.toBe('')
  })

  test('is shown nothing that belongs to Pro', async () => {
    const reply = await score(need, '203.0.113.1')
    expect(Object.keys(reply.json()).sort()).toEqual(
      ['base', 'evidence', 'opportunityScore', 'persona', 'scorerVersion', 'signals'].sort(),
    )
  })

  test('may be as long as a stored post, whatever characters it is made of', async () => {
    for (const character of ['a', '\u0001', '日', '\ud83d\ude00']) {
      const selftext = character.repeat(limits.postTextCharacters / character.length)
      const title = character.repeat(limits.pastedTitleCharacters / character.length)
      const reply = await score({ title, selftext }, '203.0.113.2')
      // The text is read completely before its language is detected.
      const status = character === '日' ? 422 : 200
      expect(reply.statusCode, `${JSON.stringify(character)} ${reply.body.slice(0, 200)}`).toBe(status)
    }
  })

  test('that is too long, empty or no post is refused with what is wrong', async () => {
    const refusals = [
      [{ title: '', selftext: 'a'.repeat(100_001) }, 'selftext: A text has at most 100,000 characters'],
      [{ title: 'a'.repeat(100_001), selftext: '' }, 'title: A title has at most 100,000 characters'],
      [{ title: ' ', selftext: '\n' }, 'title: Paste a title or a text to score'],
      [{ title: 'Only a title' }, 'selftext: Send a text, if only an empty one'],
      [{ title: 1, selftext: '' }, 'title: Send a title, if only an empty one'],
    ] as const
    for (const [payload, message] of refusals) {
      const reply = await score(payload, '203.0.113.3')
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toEqual({ code: 'invalid_input', message })
    }
  })

  test('of which the title is too long is read with its beginning, cut between characters, and told so', async () => {
    const begin = `${need.title} ${'so '.repeat(86)}`
    expect(begin.length).toBeLessThan(limits.titleCharacters)
    const title = `${begin.padEnd(limits.titleCharacters - 1)}\ud83d\ude00${' I would pay for it'.repeat(200)}`
    const reply = await score({ ...need, title }, '203.0.113.5')
    const { exactScore: _, ...scored } = scorePost({
      ...need,
      title: title.slice(0, limits.titleCharacters - 1),
      community: '',
    })
    const notes = ['The title was longer than 300 characters and cut.']
    expect(reply.json()).toEqual({ ...scored, scorerVersion, notes })
  })

  test('cannot be larger than the longest post', async () => {
    const reply = await score({ title: '', selftext: 'a'.repeat(700_000) }, '203.0.113.3')
    expect(reply.statusCode).toBe(413)
    expect(reply.json().code).toBe('body_too_large')
  })

  test('does not raise the limit of other routes', async () => {
    const payload = JSON.stringify({ keyword: 'a'.repeat(100_000) })
    const headers = { 'content-type': 'application/json' }
    const reply = await product.app.inject({ method: 'POST', url: '/api/search', headers, payload })
    expect(reply.statusCode).toBe(413)
  })

  test('leaves no trace of its text in the database', async () => {
    await score({ title: 'zyzzyva traces', selftext: 'zyzzyva again' }, '203.0.113.4')
    const { rows } = await product.database.pool.query(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    expect(rows.length).toBeGreaterThan(5)
    for (const { name } of rows) {
      const found = await product.database.pool.query(
        `select count(*)::int as count from "${name}" as kept where kept::text like '%zyzzyva%'`,
      )
      expect(found.rows[0].count, name).toBe(0)
    }
  })
})

describe('an address', () => {
  test('has thirty posts a minute scored, also when more come at once over two instances', async () => {
    const second = await product.another()
    const send = (index: number) =>
      (index % 2 === 0 ? product.app : second).inject({
        method: 'POST',
        url: '/api/score',
        headers: { 'x-forwarded-for': '203.0.113.9' },
        payload: need,
      })
    const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => send(index)))
    const refused = replies.filter((reply) => reply.statusCode === 429)
    expect(refused.length).toBe(10)
    expect(refused[0]?.json()).toEqual({
      code: 'too_many_attempts',
      message: 'At most 30 posts a minute are scored',
      userMessage: 'That was more than 30 posts in a minute. Try again in 40 seconds.',
    })
    expect(refused[0]?.headers['retry-after']).toBe('40')
    expect((await score(need, '203.0.113.10')).statusCode).toBe(200)
    now = new Date('2026-05-01T12:01:00Z')
    expect((await score(need, '203.0.113.9')).statusCode).toBe(200)
  })
})
