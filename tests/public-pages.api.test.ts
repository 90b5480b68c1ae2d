import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagePaths } from '#contract/page-paths.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { builtPages } from '#web/features/site/built-pages.ts'

const built = existsSync(join(import.meta.dirname, '../web/dist/app.html'))
const operator = {
  PUBLIC_URL: 'https://unmet.example',
  OPERATOR_NAME: 'Lantern & Sons LLC',
  OPERATOR_ADDRESS: '1 Palm Street, Tampa, FL 33602',
  OPERATOR_EMAIL: 'help@unmet.example',
}
const listed = builtPages.filter(({ unlisted }) => !unlisted)

describe.skipIf(!built)('prerendered pages as they are served', () => {
  let configured: TestApp
  let bare: TestApp

  beforeAll(async () => {
    configured = await openTestApp({}, operator)
    bare = await openTestApp()
  })
  afterAll(async () => {
    await configured.close()
    await bare.close()
  })

  const read = async (path: string, product = configured, headers: Record<string, string> = {}) => {
    const reply = await product.app.inject({ url: path, headers })
    return { reply, text: reply.body }
  }

  test.each(listed)('$path contains its public URL and a preview picture', async (page) => {
    const { reply, text } = await read(page.path)
    expect(reply.statusCode).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="https://unmet.example${page.path}">`)
    expect(text).toContain('<meta property="og:image" content="https://unmet.example/og.png">')
    expect(text).toContain(`<title>${page.title}</title>`)
    expect(page.description.length).toBeLessThanOrEqual(160)
    expect(text.match(/<h1[\s>]/gu)).toHaveLength(1)
    expect(text).not.toContain('{{')
  })

  test.each(builtPages)('$path contains only scripts and styles that its policy allows', async (page) => {
    const { reply, text } = await read(page.path === '/api/404' ? '/no/such/page' : page.path)
    const policy = String(reply.headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe|data:[^;]*script/u)
    const markup = text.replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gsu, '')
    expect(markup).not.toMatch(/<[a-z][^>]*\sstyle="/u)
    expect(markup).not.toMatch(/<[a-z][^>]*\son[a-z]+="/u)
    const inline = text.match(/<script>/gu) ?? []
    expect(policy.match(/'sha256-/gu)).toHaveLength(inline.length + 1)
  })

  test.each(pagePaths)('capitals and a trailing slash redirect to %s and keep the query', async (path) => {
    const { reply } = await read(`${path.toUpperCase()}/?token=aB%2Fc`)
    expect([reply.statusCode, reply.headers.location]).toEqual([301, `${path}?token=aB%2Fc`])
    expect((await read(path)).reply.statusCode).toBe(200)
  })

  test("a path that looks like another site's URL does not redirect there", async () => {
    for (const path of ['//evil.example/', '//AUTH.example', '/auth/x/', '/%61uth/']) {
      expect((await read(path)).reply.headers.location).toBeUndefined()
    }
  })

  test('the sitemap and robots.txt list every page for search engines', async () => {
    const sitemap = await read('/sitemap.xml')
    expect(sitemap.reply.headers['content-type']).toContain('application/xml')
    const addresses = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, address]) => address)
    expect(addresses).toEqual(listed.map(({ path }) => `https://unmet.example${path}`))
    expect((await read('/robots.txt')).text).toContain('Sitemap: https://unmet.example/sitemap.xml')
    expect((await read('/og.png')).reply.headers['content-type']).toBe('image/png')
  })

  test("the structured data of the start page is JSON with this site's URL", async () => {
    const { text } = await read('/')
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/su.exec(text) ?? []
    expect(JSON.parse(json)).toMatchObject({ '@type': 'SoftwareApplication', url: 'https://unmet.example/' })
  })

  test.each(['/privacy', '/terms', '/contact'])(
    '%s names the operator, and no data is missing',
    async (path) => {
      const { text } = await read(path)
      expect(text).toContain('Lantern &#38; Sons LLC')
      expect(text).toContain('1 Palm Street, Tampa, FL 33602')
      expect(text).toContain('href="mailto:help@unmet.example"')
      expect(text).toContain('data-operator="complete"')
    },
  )

  test('the legal pages of a configured operator name no other operator or law', async () => {
    for (const path of ['/terms', '/privacy']) {
      const { text } = await read(path)
      expect(text).toContain('The operator is the one named on this page.')
      expect(text).not.toMatch(/Florida|subsidiary|arbitration/u)
    }
  })

  test.each(['/privacy', '/terms', '/contact'])('%s says so if no operator is configured', async (path) => {
    const { text } = await read(path, bare)
    expect(text).toContain('data-operator="incomplete"')
    expect(text).toContain('not given yet')
    expect(text).not.toContain('mailto:')
  })

  test('the legal pages contain the default terms if no operator is configured', async () => {
    const { text: terms } = await read('/terms', bare)
    for (const words of [
      '9/13/2025',
      '18 or older',
      '30 days',
      'Florida',
      'arbitration',
      'subsidiary of a software consulting company',
    ]) {
      expect(terms).toContain(words)
    }
    const { text: privacy } = await read('/privacy', bare)
    for (const words of [
      'subsidiary of a software consulting company',
      '9/13/2025',
      '18 or older',
      'IP address',
      'Stripe',
      'Cookies',
      ' 30 days',
    ]) {
      expect(privacy.replaceAll('<!-- -->', '')).toContain(words)
    }
  })

  test('no page mentions artificial intelligence, because there is none', async () => {
    for (const { path } of listed) {
      const { text } = await read(path)
      const words = text.replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gsu, '').replaceAll(/<[^>]+>/gu, ' ')
      // One sample post advertises an AI.
      const others = words.replaceAll('pay for an AI that does your bookkeeping', '')
      expect(others).not.toMatch(/\bAI\b|artificial intelligence/u)
    }
  })

  test('signed-in people, and links to results, get the page that the browser renders', async () => {
    const shell = '<div id="root" data-shell="true">'
    expect((await read('/')).text).not.toContain(shell)
    expect((await read('/', configured, { cookie: 'signed-in=1' })).text).toContain(shell)
    expect((await read('/?q=invoices')).text).toContain(shell)
    expect((await read('/privacy', configured, { cookie: 'signed-in=1' })).text).toContain(shell)
    expect((await read('/')).reply.headers.vary).toContain('cookie')
  })

  test('an unknown URL gives 404 with its own page, also for signed-in people', async () => {
    const { reply, text } = await read('/no/such/page')
    expect(reply.statusCode).toBe(404)
    expect(text).toContain('Did you forget to add the page to the router?')
    expect(text).toContain('<meta name="robots" content="noindex"/>')
    expect((await read('/no/such', configured, { cookie: 'signed-in=1' })).reply.statusCode).toBe(404)
    expect((await read('/home.html')).reply.statusCode).toBe(404)
  })

  test('a page is compressed once, in a format that the browser accepts', async () => {
    for (const encoding of ['br', 'gzip']) {
      const { reply } = await read('/', configured, { 'accept-encoding': encoding })
      expect(reply.headers['content-encoding']).toBe(encoding)
      expect(reply.rawPayload.length).toBeLessThan(40_000)
    }
    const { reply: first } = await read('/')
    expect(first.headers['content-encoding']).toBeUndefined()
    const { reply: again } = await read('/', configured, { 'if-none-match': String(first.headers.etag) })
    expect(again.statusCode).toBe(304)
  })
})
