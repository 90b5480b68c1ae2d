import { chromium, type Locator, type Page } from '@playwright/test'
import { signUpPerson } from '#tests/harness/browser-accounts.ts'
import { buyPro } from '#tests/harness/browser-billing.ts'
import { type BrowserProduct, fromElsewhere, startBrowserProduct } from '#tests/harness/browser-product.ts'
import { openPage, searchAndRead } from '#tests/harness/browser-states.ts'
import { findBrowser } from '#tests/harness/find-browser.ts'
import { serveManyResults } from '#tests/harness/made-results.ts'
import { saveFigures } from './save-figures.ts'

// Measures the time to the next paint for interactions with a thousand results on a slow machine: node
// scripts/build-web.ts --if-stale && node bench/interaction.ts

const madeResults = 1000
const slowdown = 4
const rounds = 5
const barMs = 200
const settleMs = 1500

type Interaction = { name: string; act: (page: Page) => Promise<void>; undo?: (page: Page) => Promise<void> }

const button = (page: Page, group: string) =>
  page.getByRole('group', { name: group }).getByRole('button').first()
const place = (page: Page, at: number) => page.locator('[aria-label="Results"] [data-post]').nth(at)
const opener = (page: Page, at: number) => place(page, at).locator('[data-opens]')

/**
 * Clicks by coordinates. The test runner's own click looks up its target during the click, and this time
 * would be counted.
 */
async function click(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('The element to click is not on the page')
  const { mouse } = target.page()
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 80 })
}

const pressOn = (page: Page, label: string, key: string) => page.getByLabel(label).press(key)

const interactions: readonly Interaction[] = [
  {
    name: 'type in the search box',
    act: (page) => page.getByRole('searchbox', { name: 'Keyword' }).press('x'),
    undo: (page) => page.getByRole('searchbox', { name: 'Keyword' }).press('Backspace'),
  },
  {
    name: 'filter by a signal',
    act: (page) => click(button(page, 'Signals')),
    undo: (page) => click(button(page, 'Signals')),
  },
  {
    name: 'filter by a community',
    act: (page) => click(button(page, 'Communities')),
    undo: (page) => click(button(page, 'Communities')),
  },
  {
    name: 'filter by the score slider',
    act: (page) => pressOn(page, 'Minimum SaaS potential', 'ArrowRight'),
    undo: (page) => pressOn(page, 'Minimum SaaS potential', 'ArrowLeft'),
  },
  {
    name: 'filter by a need',
    act: (page) => click(page.getByRole('list', { name: 'Needs' }).getByRole('button').first()),
    undo: (page) => click(page.getByRole('button', { name: /^Stop showing only the need/u })),
  },
  {
    name: 'sort',
    act: (page) => pressOn(page, 'Sort by, high to low', 'ArrowDown'),
    undo: (page) => pressOn(page, 'Sort by, high to low', 'ArrowUp'),
  },
  {
    name: 'open a post beside the list',
    act: (page) => click(opener(page, 1)),
    undo: (page) => click(opener(page, 0)),
  },
  { name: 'move by the key j', act: (page) => page.keyboard.press('j') },
  {
    name: 'save',
    act: (page) => click(place(page, 0).getByRole('button', { name: /^(?:Save|Remove)/u })),
  },
]

// Code that runs in the page is in strings, because benches are type-checked as code for Node.

/** Records the time from each event of an interaction to the next paint. */
const watchEvents = `window.durations = []
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.interactionId > 0) durations.push(entry.duration)
}).observe({ type: 'event', durationThreshold: 16, buffered: true })`

const takeDurations = 'Math.max(16, ...durations.splice(0))'

/**
 * The duration of the longest event since the last call, in ms; 16 if no event was long enough to be
 * reported.
 */
async function takeLongest(page: Page): Promise<number> {
  await page.waitForTimeout(settleMs)
  return page.evaluate<number>(takeDurations)
}

async function measure(page: Page, { act, undo }: Interaction): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await takeLongest(page)
    await act(page)
    times.push(await takeLongest(page))
    await undo?.(page)
  }
  return times.sort((a, b) => a - b)
}

async function openMany(product: BrowserProduct, page: Page): Promise<void> {
  await signUpPerson(page)
  await buyPro(page)
  await openPage(page)
  await searchAndRead(page, 'invoices')
  await serveManyResults(page, madeResults)
  await page.addInitScript({ content: watchEvents })
  await page.goto(page.url().replace(product.url, ''))
  await page
    .getByRole('heading', { name: new RegExp(`^${madeResults.toLocaleString('en-US')} posts for`, 'u') })
    .waitFor()
  await page.getByRole('list', { name: 'Needs' }).waitFor()
}

const product = await startBrowserProduct('interaction')
const browser = await chromium.launch(findBrowser())
try {
  const viewport = { width: 1440, height: 900 }
  const extraHTTPHeaders = fromElsewhere(product)
  const page = await browser.newPage({ baseURL: product.url, viewport, extraHTTPHeaders })
  page.setDefaultTimeout(120_000)
  await openMany(product, page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  console.log(
    `${madeResults} results, CPU ${slowdown} times slower, milliseconds to the next paint, bar ${barMs}`,
  )
  console.log(`${'interaction'.padEnd(28)}  median   worst`)
  const rows: [name: string, median: number, worst: number][] = []
  for (const interaction of interactions) {
    const times = await measure(page, interaction)
    const [median = Number.NaN, worst = Number.NaN] = [times[Math.floor(rounds / 2)], times.at(-1)]
    rows.push([interaction.name, median, worst])
    const verdict = worst < barMs ? '' : '  over the bar'
    console.log(
      `${interaction.name.padEnd(28)}  ${String(median).padStart(6)}  ${String(worst).padStart(6)}${verdict}`,
    )
  }
  saveFigures('interaction', {
    title: 'Interactions',
    command: 'npm run bench:interaction',
    over: `${madeResults.toLocaleString('en')} results, a processor ${slowdown} times slower, milliseconds to the next paint, ${rounds} rounds.`,
    columns: ['', 'median', 'worst'],
    rows,
    bars: [
      {
        what: 'the worst',
        measured: Math.max(...rows.map(([, , worst]) => worst)),
        most: barMs,
        unit: ' ms',
      },
    ],
  })
} finally {
  await browser.close()
  await product.stop()
}
