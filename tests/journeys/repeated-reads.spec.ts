import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { currentUserEndpoint } from '#contract/accounts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { signInOperator } from '#tests/harness/browser-admin.ts'
import { keywords } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

// Many pages are opened one after the other.
test.setTimeout(240_000)

/** How a read fails: the connection breaks, or the server asks to be left alone. */
const breakOff = (route: Route) => route.abort('connectionrefused')
const refuse = (route: Route) =>
  route.fulfill({
    status: 503,
    headers: { 'retry-after': '5' },
    json: { message: 'The database is away', code: 'overloaded' },
  })

type Reads = Map<string, number>

/** The API's part of an address with what it is asked; null for files of the page. */
function readOf(url: string): string | null {
  const { pathname, search } = new URL(url)
  return pathname.startsWith('/api/') ? `${pathname}${search}` : null
}

/** Lets the page do what it does by itself, timers of less than the shortest refresh interval among it. */
async function letItRun(page: Page, open: ReadonlySet<unknown>, ended: () => boolean): Promise<void> {
  for (const passMs of [0, 12_000, 12_000]) {
    if (passMs > 0) await page.clock.fastForward(passMs)
    // Idle, and nothing on its way, for some turns; whoever asks without end never is.
    for (let calm = 0; calm < 6 && !ended(); calm = open.size === 0 ? calm + 1 : 0) {
      await page.evaluate(() => new Promise((idle) => requestAnimationFrame(() => setTimeout(idle))))
    }
  }
}

/** Opens an address without pressing anything, and counts what the page asks for. */
async function visit(context: BrowserContext, address: string, fail?: (page: Page) => Promise<void>) {
  const page = await context.newPage()
  const reads: Reads = new Map()
  const open = new Set<unknown>()
  page.on('request', (request) => {
    open.add(request)
    const read = readOf(request.url())
    if (read !== null) reads.set(read, (reads.get(read) ?? 0) + 1)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  await page.clock.install()
  await fail?.(page)
  await page.goto(address)
  // A sign that somebody is there; a page whose results cannot be read again never comes alive.
  await page.mouse.move(2, 2)
  await page.mouse.move(4, 4)
  await letItRun(page, open, () => Math.max(0, ...reads.values()) > 5)
  await page.close()
  return reads
}

/** Fails each read of a page; says which were asked for more than once. */
async function findRepeated(context: BrowserContext, address: string): Promise<string[]> {
  const known = [...(await visit(context, address)).keys()]
  const others = known.filter((read) => read !== currentUserEndpoint.path)
  const failing: [readonly string[], (route: Route) => Promise<void>][] = [
    ...known.map((read): [string[], typeof refuse] => [[read], refuse]),
    // Who is signed in comes first: without an answer the page asks for nothing else.
    ...[known.filter((read) => !others.includes(read)), others].map((reads): [string[], typeof refuse] => [
      reads,
      breakOff,
    ]),
  ]
  const repeated: string[] = []
  for (const [reads, fail] of failing) {
    if (reads.length === 0) continue
    const counts = await visit(context, address, async (page) => {
      await page.route((url) => reads.includes(readOf(url.href) ?? ''), fail)
    })
    const often = reads.filter((read) => (counts.get(read) ?? 0) > 1)
    repeated.push(...often.map((read) => `${address}: ${read}, ${counts.get(read)} times`))
    // Each was asked for: a page that was left too early would prove nothing.
    if (reads.length === 1 && !reads.some((read) => counts.has(read)))
      repeated.push(`${address}: ${reads[0]} never`)
  }
  return repeated
}

const noToken = 'A'.repeat(43)

for (const path of pagePaths.filter((one) => !one.startsWith('/admin'))) {
  test(`no read of ${path} that fails is repeated without a press`, async ({ page, context }) => {
    expect(await findRepeated(context, path)).toEqual([])
    await signUpPerson(page)
    expect(await findRepeated(context, path)).toEqual([])
  })
}

for (const [what, address] of [
  ['results that are gone', `/?q=invoice&session=${noToken}`],
  ['a payment', `/success?session_id=cs_test_${noToken}`],
  ['the way back from the portal', '/profile?portal=1'],
] as const) {
  test(`no read of ${what} that fails is repeated without a press`, async ({ page, context }) => {
    await signUpPerson(page)
    expect(await findRepeated(context, address)).toEqual([])
  })
}

test('no read of results that fails is repeated without a press', async ({ page, context }) => {
  for (const signIn of [async () => undefined, signUpPerson]) {
    await signIn(page)
    const reply = await page.request.post('/api/search', { data: { keyword: keywords.few } })
    const { sessionId } = await reply.json()
    const address = `/?${new URLSearchParams({ q: keywords.few, session: sessionId })}`
    expect(await findRepeated(context, address)).toEqual([])
  }
})

for (const path of pagePaths.filter((one) => one.startsWith('/admin'))) {
  test(`no read of ${path} that fails is repeated without a press`, async ({ page, context }) => {
    expect(await findRepeated(context, path)).toEqual([])
    await signInOperator(page)
    const tabs =
      path === '/admin' ? ['', '?tab=sources', '?tab=users', '?tab=activity', '?tab=settings'] : ['']
    for (const tab of tabs) expect(await findRepeated(context, `${path}${tab}`)).toEqual([])
  })
}

test('who is signed in is asked once; a failure shows the landing page, and a press asks again', async ({
  page,
}) => {
  await signUpPerson(page)
  await page.clock.install()
  let asked = 0
  await page.route(`**${currentUserEndpoint.path}`, async (route) => {
    asked += 1
    await (asked < 3 ? refuse(route) : route.continue())
  })
  await page.goto('/')
  await expect(page.getByRole('alert')).toHaveText(/^Signing in is out of reach just now/u)
  await expect(page.getByRole('heading', { name: 'What a search gives you' })).toBeAttached()
  const again = page.getByRole('button', { name: /^Try again/u })
  await expect(again).toBeDisabled()
  for (let second = 0; second < 5; second += 1) await page.clock.runFor(1000)
  await expect(again).toBeEnabled()
  expect(asked).toBe(1)
  await again.click()
  await expect(again).toBeDisabled()
  await expect(page.getByRole('heading', { name: 'What a search gives you' })).toBeAttached()
  for (let second = 0; second < 5; second += 1) await page.clock.runFor(1000)
  expect(asked).toBe(2)
  await again.click()
  await expect(page.getByRole('button', { name: /^Account menu/u })).toBeVisible()
  expect(asked).toBe(3)
})
