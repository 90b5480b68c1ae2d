import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { renderedMarks } from '#contract/site-facts.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { cookieOf, search } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const built = existsSync(join(import.meta.dirname, '../web/dist/app.html'))
const shell = '<div id="root" data-shell="true">'
const hostile = `Ledger </script><script>alert(1)</script> ${renderedMarks.markup} & "quotes"`

describe.skipIf(!built)('the page of saved results', () => {
  let product: TestApp

  beforeAll(async () => {
    // Each test uses another IP address, set by its proxy header.
    const environment = { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '100', TRUSTED_PROXIES: '127.0.0.1' }
    product = await openTestApp({}, environment)
    const need =
      'Is there software that reconciles a bank statement with a ledger? Every week I waste hours copying bank statements into Excel for our clients.'
    await product.storePosts([
      makePost({ sourceId: 'hostile', title: hostile, selftext: need }),
      ...Array.from({ length: 9 }, (_, at) =>
        makePost({
          sourceId: `post${at}`,
          title: `Ledger trouble number ${at}`,
          selftext: `${need} (${at})`,
        }),
      ),
    ])
  })
  afterAll(() => product.close())

  const read = async (address: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: replied, body } = await product.app.inject({ url: address, headers })
    return { statusCode, headers: replied, body }
  }
  const searchOnce = async (headers: Record<string, string> = {}) => {
    const reply = await search(product.app, 'ledger', headers)
    return { session: String(reply.json().sessionId), cookie: cookieOf(reply) }
  }

  test('is readable without scripts: every title, and highlighted sentences of the first posts', async () => {
    const { session } = await searchOnce()
    const { statusCode, body } = await read(`/?q=ledger&session=${session}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>ledger · Unmet</title>')
    for (let at = 0; at < 9; at += 1) expect(body).toContain(`aria-label="Ledger trouble number ${at}"`)
    expect(body.match(/<mark /gu)?.length).toBeGreaterThan(5)
    expect(body.replaceAll(renderedMarks.markup, '')).not.toContain('{{')
    // The brief is included without waiting for it.
    expect(body).toContain('What people need')
    expect(body).not.toContain(shell)
  })

  test('contains posts as text, and only scripts that its policy allows', async () => {
    const { session } = await searchOnce()
    const { headers, body } = await read(
      `/?q=%3Cscript%3E${encodeURIComponent(renderedMarks.title)}&session=${session}`,
    )
    expect(body).not.toContain('<script>alert')
    expect(body).toContain(`${renderedMarks.markup} &amp; `)
    expect(body).toContain(`<title>&#60;script&#62;${renderedMarks.title} · Unmet</title>`)
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toContain('unsafe')
    expect(policy.match(/'sha256-/gu)).toHaveLength((body.match(/<script>/gu) ?? []).length + 1)
    expect(body.replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gsu, '')).not.toMatch(/<[a-z][^>]*\sstyle="/u)
  })

  test('does not serve the code that renders it', async () => {
    expect((await read('/server/prerender.js')).statusCode).toBe(404)
    expect((await read('/results.html')).statusCode).toBe(404)
  })

  test('is for one browser and must not be cached by proxies', async () => {
    const { session } = await searchOnce()
    const { headers } = await read(`/?session=${session}`)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers.vary).toContain('cookie')
    expect(headers['set-cookie']).toBeUndefined()
  })

  test("shows a visitor's remaining searches as the server counts them", async () => {
    const { session, cookie } = await searchOnce()
    expect((await read(`/?session=${session}`)).body).toContain('2 free searches available today')
    const once = await read(`/?session=${session}`, { cookie })
    expect(once.body).toContain('1 free search remaining today')
    expect(once.body).toContain('data-searches="1"')
    await searchOnce({ cookie })
    const used = (await read(`/?session=${session}`, { cookie })).body
    expect(used).toContain('Sign in to get 2 free searches per month')
    // Payments are off here, so offers of Pro are in the markup of prerendered pages, but hidden.
    expect(used).toMatch(/data-billing="off"[^>]*>, or upgrade to Pro for unlimited access/u)
  })

  test('is rendered by the browser if the server has no results that a visitor may see', async () => {
    const { session } = await searchOnce()
    expect((await read(`/?session=${session}`, { cookie: 'signed-in=1' })).body).toContain(shell)
    for (const token of ['A'.repeat(43), 'x', '%00', `${session}&session=${session}`]) {
      const { statusCode, body } = await read(`/?session=${token}`)
      expect(statusCode).toBe(200)
      expect(body).toContain(shell)
    }
    await product.database.pool.query(
      "insert into users (id, email, password) values ('owner', 'owner@example.com', 'x')",
    )
    await product.database.pool.query(
      "update search_sessions set user_id = 'owner' where session_token = $1",
      [session],
    )
    expect((await read(`/?session=${session}`)).body).toContain(shell)
  })

  test('does not query the database or log for an invalid link', async () => {
    const other = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '100' })
    try {
      // The first page checks once whether the product is set up.
      await other.app.inject({ url: '/' })
      const asked = vi.spyOn(other.database.pool, 'query')
      const connected = vi.spyOn(other.database.pool, 'connect')
      for (const token of ['%00', 'x', 'a'.repeat(190)]) {
        const { statusCode } = await other.app.inject({ url: `/?session=${token}` })
        expect(statusCode).toBe(200)
      }
      expect(asked).not.toHaveBeenCalled()
      expect(connected).not.toHaveBeenCalled()
    } finally {
      await other.close()
    }
  })

  test('is rendered at most thirty times a minute for one IP address; after that the browser renders it', async () => {
    const { session } = await searchOnce()
    const from = { 'x-forwarded-for': '203.0.113.77' }
    const rendered: boolean[] = []
    for (let time = 0; time < 31; time += 1) {
      rendered.push(!(await read(`/?q=ledger&session=${session}`, from)).body.includes(shell))
    }
    expect(rendered).toEqual([...Array.from({ length: 30 }, () => true), false])
    expect((await read(`/?q=ledger&session=${session}`)).body).not.toContain(shell)
  })

  test('allows one IP address to read thirty briefs a minute', async () => {
    const { session, cookie } = await searchOnce()
    const headers = { cookie, 'x-forwarded-for': '203.0.113.78' }
    const url = `/api/search-results/${session}/brief`
    const statuses: number[] = []
    for (let time = 0; time < 31; time += 1) {
      statuses.push((await product.app.inject({ url, headers })).statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
  })
})
