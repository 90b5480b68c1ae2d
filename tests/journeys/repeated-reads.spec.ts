import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { currentUserEndpoint } from '#contract/accounts.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { signInOperator } from '#tests/harness/browser-admin.ts'
import { keywords } from '#tests/harness/browser-states.ts'
import { test } from '#tests/harness/browser-test.ts'

// The test opens many pages, which takes long on a busy machine.
test.setTimeout(600_000)

/** How a request fails: the connection breaks, or the server asks for a delay. */
type Failure = 'broken' | 'refused'

const refusal = { message: 'The database is away', code: 'overloaded' }
const refuse = (route: Route) =>
  route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: refusal })

/** Which requests fail in a visit, and how. */
type Fault = { fails: (read: string) => boolean; failure: Failure }

/** The path and query of an API request. */
function readOf(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** A tab whose requests are counted and fail as configured. */
class FailingTab {
  readonly #page: Page
  #fault: Fault = { fails: () => false, failure: 'refused' }
  /** The documents of the visit, so that requests of the previous page are not counted. */
  #documents = new Set<string>()
  #counts = new Map<string, number>()
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
    // Playwright's own routes would intercept every file of the page and disable its cache.
    const browser = await context.newCDPSession(page)
    browser.on('Network.requestWillBeSent', ({ request, loaderId, type }) => {
      if (type === 'Document') tab.#documents.add(loaderId)
      else if (tab.#documents.has(loaderId)) tab.#count(request.url)
    })
    browser.on('Fetch.requestPaused', ({ requestId, request }) => {
      const { fails, failure } = tab.#fault
      const answer = !fails(readOf(request.url))
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
      // A request of a page that is being left is cancelled.
      answer.catch(() => {})
    })
    await browser.send('Network.enable')
    await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
    return tab
  }

  #count(url: string): void {
    const read = readOf(url)
    if (read.startsWith('/api/')) this.#counts.set(read, (this.#counts.get(read) ?? 0) + 1)
  }

  /** Opens a URL without interaction. Returns the page's requests with their counts. */
  async visit(address: string, fault: Fault): Promise<ReadonlyMap<string, number>> {
    this.#open.clear()
    this.#fault = fault
    this.#documents = new Set()
    this.#counts = new Map()
    await this.#page.goto(address)
    // Interacts with the page. A page whose results cannot be refetched is never hydrated.
    await this.#page.mouse.move(2, 2)
    await this.#page.mouse.move(4, 4)
    // Waits for the page's own requests, including those of timers below the shortest refresh interval.
    for (const passMs of [0, 12_000, 12_000]) {
      if (passMs > 0) await this.#page.clock.fastForward(passMs)
      await this.#settle()
    }
    return this.#counts
  }

  /**
   * Waits until the page is idle twice without a pending request, or has sent a request more than five times.
   */
  async #settle(): Promise<void> {
    const ended = () => Math.max(0, ...this.#counts.values()) > 5
    for (let calm = 0; calm < 2 && !ended(); calm = this.#open.size === 0 ? calm + 1 : 0)
      await this.#page.evaluate(idle)
  }
}

/** Waits for every due timer, a frame, and all pending tasks. */
const idle = () =>
  new Promise<void>((done) =>
    requestAnimationFrame(() =>
      setTimeout(() => scheduler.postTask(() => done(), { priority: 'background' })),
    ),
  )

/**
 * The results for one URL: the requests that failed together in each visit, and the requests that were
 * retried.
 */
type Found = { together: string[][]; repeated: string[] }

/** Makes requests of one visit fail. */
async function failOnce(tab: FailingTab, address: string, fault: Fault): Promise<Found> {
  const failed = [...(await tab.visit(address, fault))].filter(([read]) => fault.fails(read))
  const repeated = failed.filter(([, count]) => count > 1)
  return {
    together: failed.length === 0 ? [] : [failed.map(([read]) => read)],
    repeated: repeated.map(([read, count]) => `${address}: ${read}, ${count} times`),
  }
}

const join = (found: readonly Found[]): Found => ({
  together: found.flatMap(({ together }) => together),
  repeated: found.flatMap(({ repeated }) => repeated),
})

/**
 * Makes all requests of a page fail together. Later visits answer requests that have failed, and fail the
 * requests that the page then makes. Ends when no request fails, or when each known request (`all`) has failed.
 */
async function failAll(
  tab: FailingTab,
  address: string,
  { failure, all }: { failure: Failure; all: readonly string[] },
): Promise<Found> {
  const found: Found[] = []
  const answered = new Set<string>()
  const isDone = () => all.length > 0 && all.every((read) => answered.has(read))
  while (!isDone()) {
    const visit = await failOnce(tab, address, { fails: (read) => !answered.has(read), failure })
    const reads = visit.together.flat()
    if (reads.length === 0) break
    found.push(visit)
    // The request for the current user comes first. Once it succeeds, the other requests of the signed-in
    // page fail.
    const user = reads.filter((read) => read === currentUserEndpoint.path)
    for (const read of user.length > 0 ? user : reads) answered.add(read)
  }
  return join(found)
}

/** Makes a page's requests fail together in each of these ways, and then each alone in the last way. */
async function failReads(tab: FailingTab, address: string, failures: readonly Failure[]): Promise<Found> {
  const found: Found[] = []
  const allReads = () => [...new Set(join(found).together.flat())]
  for (const failure of failures) found.push(await failAll(tab, address, { failure, all: allReads() }))
  const alone = join(found)
    .together.filter((reads) => reads.length === 1)
    .flat()
  const failure = failures.at(-1) ?? 'refused'
  for (const one of allReads().filter((read) => !alone.includes(read)))
    found.push(await failOnce(tab, address, { fails: (read) => read === one, failure }))
  return join(found)
}

/**
 * Makes requests of several URLs fail like `failReads`, in one tab. Also returns the URLs that made no
 * request.
 */
async function findFaults(
  context: BrowserContext,
  addresses: readonly string[],
  failures: readonly Failure[],
) {
  const tab = await FailingTab.open(context)
  const repeated: string[] = []
  const silent: string[] = []
  for (const address of addresses) {
    const found = await failReads(tab, address, failures)
    repeated.push(...found.repeated)
    if (found.together.length === 0) silent.push(address)
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

/** The URL of the user's own search results. */
async function makeResults(page: Page): Promise<string> {
  const reply = await page.request.post('/api/search', { data: { keyword: keywords.few } })
  const { sessionId } = await reply.json()
  return `/?${new URLSearchParams({ q: keywords.few, session: sessionId })}`
}

test('on visitor pages, failed requests are not retried without a click, whether one or all fail', async ({
  page,
  context,
}) => {
  const addresses = [...publicPaths, ...adminPaths, await makeResults(page)]
  const { repeated } = await findFaults(context, addresses, ['broken'])
  expect(repeated).toEqual([])
})

test('on account pages, failed or refused requests are not retried without a click', async ({
  page,
  context,
}) => {
  await signUpPerson(page)
  const addresses = [...publicPaths, ...withTokens, await makeResults(page)]
  // Each page has to request the current user; a page that was left too early would prove nothing.
  expect(await findFaults(context, addresses, ['broken', 'refused'])).toEqual({ repeated: [], silent: [] })
})

test('on operator pages, refused requests are not retried without a click, whether one or all are refused', async ({
  page,
  context,
}) => {
  await signInOperator(page)
  const { repeated } = await findFaults(context, [...adminPaths, ...adminTabs], ['refused'])
  expect(repeated).toEqual([])
})

test('the current user is requested once; after a failure the landing page is shown, and a click retries', async ({
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
  await expect(page.getByRole('alert')).toHaveText(/^Sign-in is unavailable right now/u)
  await expect(page.getByRole('heading', { name: 'What a search gives you' })).toBeAttached()
  const again = page.getByRole('button', { name: /^Try again/u })
  await expect(again).toBeDisabled()
  for (let second = 0; second < 5; second += 1) await page.clock.runFor(1000)
  await expect(again).toBeEnabled()
  expect(asked).toBe(1)
  await again.click()
  await expect(again).toBeDisabled()
  await expect(page.getByRole('heading', { name: 'What a search gives you' })).toBeAttached()
  await expect.poll(() => asked).toBe(2)
  for (let second = 0; second < 5; second += 1) await page.clock.runFor(1000)
  await expect(again).toBeEnabled()
  expect(asked).toBe(2)
  await again.click()
  await expect(page.getByRole('button', { name: /^Account menu/u })).toBeVisible()
  expect(asked).toBe(3)
})
