import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { currentUserEndpoint } from '#contract/accounts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { signInOperator } from '#tests/harness/browser-admin.ts'
import { keywords } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

// Many pages are opened one after the other, which takes long on a machine that others use too.
test.setTimeout(600_000)

/** How a read fails: the connection breaks, or the server asks to be left alone. */
type Failure = 'broken' | 'refused'

const refusal = { message: 'The database is away', code: 'overloaded' }
const refuse = (route: Route) =>
  route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: refusal })

/** What fails in a visit, and how. */
type Fault = { fails: (read: string) => boolean; failure: Failure }

/** The API's part of an address with what it is asked. */
function readOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** A tab whose reads are counted, and fail as told. */
class FailingTab {
  readonly #page: Page
  #fault: Fault = { fails: () => false, failure: 'refused' }
  #counts = new Map<string, number>()
  /** How many reads failed so far. */
  failed = 0
  readonly #open = new Set<unknown>()

  private constructor(page: Page) {
    this.#page = page
    page.on('request', (request) => this.#open.add(request))
    page.on('requestfinished', (request) => this.#open.delete(request))
    page.on('requestfailed', (request) => this.#open.delete(request))
  }

  static async open(context: BrowserContext): Promise<FailingTab> {
    const page = await context.newPage()
    await page.clock.install()
    const tab = new FailingTab(page)
    // Routes of Playwright's own would stop every file of the page and take its cache away.
    const browser = await context.newCDPSession(page)
    browser.on('Fetch.requestPaused', ({ requestId, request }) => {
      const { fails, failure } = tab.#fault
      const read = readOf(request.url)
      tab.#counts.set(read, (tab.#counts.get(read) ?? 0) + 1)
      const answer = !fails(read)
        ? browser.send('Fetch.continueRequest', { requestId })
        : failure === 'broken'
          ? browser.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionRefused' })
          : browser.send('Fetch.fulfillRequest', {
              requestId,
              responseCode: 503,
              responseHeaders: [
                { name: 'retry-after', value: '5' },
                { name: 'content-type', value: 'application/json' },
              ],
              body: Buffer.from(JSON.stringify(refusal)).toString('base64'),
            })
      // A request of a page that is being left is gone.
      answer.catch(() => {})
    })
    await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
    return tab
  }

  /** Opens an address without pressing anything; says what the page asked for, and how often. */
  async visit(address: string, fault: Fault): Promise<ReadonlyMap<string, number>> {
    await this.#page.goto('about:blank')
    this.#open.clear()
    this.#fault = fault
    this.#counts = new Map()
    await this.#page.goto(address)
    // A sign that somebody is there; a page whose results cannot be read again never comes alive.
    await this.#page.mouse.move(2, 2)
    await this.#page.mouse.move(4, 4)
    // What the page does by itself, timers of less than the shortest refresh interval among it.
    for (const passMs of [0, 12_000, 12_000]) {
      if (passMs > 0) await this.#page.clock.fastForward(passMs)
      await this.#settle()
    }
    return this.#counts
  }

  /** Until the page is idle with nothing on its way for some turns; whoever asks without end never is. */
  async #settle(): Promise<void> {
    const ended = () => Math.max(0, ...this.#counts.values()) > 5
    for (let calm = 0; calm < 6 && !ended(); calm = this.#open.size === 0 ? calm + 1 : 0) {
      await this.#page.evaluate(() => new Promise((idle) => requestAnimationFrame(() => setTimeout(idle))))
    }
  }
}

/** Fails each read of a page; says which were asked for more than once while they failed. */
async function findRepeated(tab: FailingTab, address: string, failure: Failure): Promise<string[]> {
  const repeated: string[] = []
  const answered = new Set<string>()
  for (;;) {
    const fails = (read: string) => !answered.has(read)
    const failed = [...(await tab.visit(address, { fails, failure }))].filter(([read]) => fails(read))
    for (const [read, count] of failed) if (count > 1) repeated.push(`${address}: ${read}, ${count} times`)
    // Some reads come only once others are answered: what failed is let through until nothing new is asked.
    if (failed.length === 0) return repeated
    const reads = failed.map(([read]) => read)
    // Who is signed in comes first: once that is known, the others fail on the page of that person.
    const user = reads.filter((read) => read === currentUserEndpoint.path)
    for (const read of user.length > 0 ? user : reads) answered.add(read)
    tab.failed += reads.length
  }
}

/** The same of several addresses, one after the other in one tab; also which of them asked for nothing at all. */
async function findFaults(context: BrowserContext, addresses: readonly string[], failure: Failure) {
  const tab = await FailingTab.open(context)
  const repeated: string[] = []
  const silent: string[] = []
  for (const address of addresses) {
    const before = tab.failed
    repeated.push(...(await findRepeated(tab, address, failure)))
    if (tab.failed === before) silent.push(address)
  }
  return { repeated, silent }
}

const noToken = 'A'.repeat(43)
const publicPaths = pagePaths.filter((path) => !path.startsWith('/admin'))
const adminPaths = pagePaths.filter((path) => path.startsWith('/admin'))
const adminTabs = ['sources', 'users', 'activity', 'settings'].map((tab) => `/admin?tab=${tab}`)
const withTokens = [
  `/?q=invoice&session=${noToken}`,
  `/success?session_id=cs_test_${noToken}`,
  '/profile?portal=1',
]

/** The address of results of the person's own search. */
async function makeResults(page: Page): Promise<string> {
  const reply = await page.request.post('/api/search', { data: { keyword: keywords.few } })
  const { sessionId } = await reply.json()
  return `/?${new URLSearchParams({ q: keywords.few, session: sessionId })}`
}

test("no read of a visitor's pages that breaks off is repeated without a press", async ({
  page,
  context,
}) => {
  const addresses = [...publicPaths, ...adminPaths, await makeResults(page)]
  const { repeated } = await findFaults(context, addresses, 'broken')
  expect(repeated).toEqual([])
})

for (const failure of ['broken', 'refused'] as const) {
  test(`no read of an account's pages that is ${failure} is repeated without a press`, async ({
    page,
    context,
  }) => {
    await signUpPerson(page)
    const addresses = [...publicPaths, ...withTokens, await makeResults(page)]
    // Each page asks who is signed in: one that was left too early would prove nothing.
    expect(await findFaults(context, addresses, failure)).toEqual({ repeated: [], silent: [] })
  })
}

test("no read of the operator's pages that is refused is repeated without a press", async ({
  page,
  context,
}) => {
  await signInOperator(page)
  const { repeated } = await findFaults(context, [...adminPaths, ...adminTabs], 'refused')
  expect(repeated).toEqual([])
})

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
