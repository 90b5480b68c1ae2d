import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { wireSources } from '#server/wiring/wire-sources.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { startFakeHackerNews } from '#tests/harness/fake-hacker-news.ts'
import { startProductProgram } from '#tests/harness/product-program.ts'
import { makeTemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'
import { openTestDatabase } from '#tests/harness/test-database.ts'

const closing = new Set<() => Promise<unknown>>()
afterEach(async () => {
  for (const close of [...closing].reverse()) await close()
  closing.clear()
})

async function openSources(environment: Record<string, string>, hasVisits: boolean) {
  const database = await openTestDatabase()
  closing.add(() => database.close())
  return wireSources({
    config: loadConfig({ DATA_DIR: '/nowhere', ...environment }),
    database: { ...database, where: 'test' },
    publicUrl: 'https://unmet.example',
    clock: () => new Date(),
    workers,
    stoppedClock: null,
    hasVisits,
  })
}
const readBy = async ({ live }: Awaited<ReturnType<typeof openSources>>) =>
  (await live.listFeeds()).map(({ source }) => source)

describe('Hacker News in a new installation', () => {
  test('is searched from the start, and read after the first visit', async () => {
    const sources = await openSources({}, true)
    expect((await sources.live.listSources()).map(({ name }) => name)).toEqual(['hacker-news'])
    expect(await readBy(sources)).toEqual([])
    expect(sources.noteVisit()).toBe(true)
    expect(await readBy(sources)).toEqual(['hacker-news'])
    expect(sources.noteVisit()).toBe(false)
  })

  test.each([
    ['that was asked for', { HACKER_NEWS: 'on' }, true],
    ['that a command reads', {}, false],
  ])('%s is read at once', async (_, environment, hasVisits) => {
    expect(await readBy(await openSources(environment, hasVisits))).toEqual(['hacker-news'])
  })

  test.each<[string, string, RequestInit]>([
    ['a page is looked at', '/scoring', {}],
    ['a search is made', '/api/search', { method: 'POST', body: '{"keyword":"invoices"}' }],
  ])('is asked once %s, and by nothing before', async (_, path, request) => {
    const site = await startFakeHackerNews()
    closing.add(() => site.stop())
    site.release([{ id: 7, title: 'Is there a tool for invoices?', text: 'I would pay for it.' }])
    const folder = await makeTemporaryDataDir()
    closing.add(() => folder.remove())
    const product = await startProductProgram({
      DATA_DIR: folder.path,
      HACKER_NEWS: '',
      HACKER_NEWS_SEARCH_URL: site.environment.HACKER_NEWS_SEARCH_URL,
    })
    closing.add(() => product.stop())
    for (const before of ['/livez', '/readyz', '/api/instance-counts', '/api/nothing'])
      await fetch(`${product.url}${before}`)
    expect(site.asked()).toBe(0)
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${product.url}${path}`, { headers, ...request })
    expect(reply.status).toBe(200)
    await vi.waitUntil(() => site.read() > 0, { timeout: 60_000 })
  })
})
