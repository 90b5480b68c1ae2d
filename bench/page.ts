import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { searchReply } from '#contract/search.ts'
import { startBrowserProduct } from '#tests/harness/browser-product.ts'
import { findBrowser } from '#tests/harness/find-browser.ts'
import { saveFigures } from './save-figures.ts'

// Runs Lighthouse (mobile) on the built pages, which the product serves: npm run build && npm run bench:page

const runs = Number(process.argv[2] ?? 3)
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const

type NetworkRequest = { resourceType?: string; transferSize?: number; url: string }
type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<
    string,
    { score: number | null; numericValue?: number; details?: { items?: NetworkRequest[] } } | undefined
  >
}

async function lighthouse(url: string): Promise<Report> {
  const { args, executablePath } = findBrowser()
  const { stdout } = await promisify(execFile)(
    'lighthouse',
    [
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=--headless ${args.join(' ')}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: executablePath ?? chromium.executablePath() },
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  return JSON.parse(stdout) as Report
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** The transferred kilobytes: of scripts, of the document with its inline content, and in total. */
function transferred({ audits }: Report): { scripts: number; document: number; all: number } {
  const requests = audits['network-requests']?.details?.items ?? []
  const sum = (type: string | null) =>
    requests
      .filter(({ resourceType }) => type === null || resourceType === type)
      .reduce((total, { transferSize }) => total + (transferSize ?? 0), 0) / 1000
  return { scripts: sum('Script'), document: sum('Document'), all: sum(null) }
}

/** The audits that lost points, which explain a score below 100. */
function complaintsOf(report: Report): string[] {
  const wanted = Object.entries(report.audits).filter(
    ([id, audit]) => audit?.score === 0 && !id.endsWith('-insight') && !/^(unused|render|legacy)/u.test(id),
  )
  return wanted.map(([id]) => id)
}

/** Prints the medians of a page, and returns its row for docs/figures.md. */
function report(name: string, reports: readonly Report[]): [name: string, ...scores: number[]] {
  const row: number[] = []
  console.log(`\n${name}`)
  for (const category of categories) {
    const scores = reports.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100))
    console.log(`  ${category.padEnd(26)} ${median(scores)}  (${scores.join(', ')})`)
    row.push(median(scores))
  }
  for (const timing of timings) {
    const values = reports.map((report) => report.audits[timing]?.numericValue ?? 0)
    console.log(`  ${timing.padEnd(26)} ${median(values).toFixed(timing.startsWith('cumulative') ? 3 : 0)}`)
  }
  const sizes = reports.map(transferred)
  for (const part of ['scripts', 'document', 'all'] as const) {
    const kilobytes = median(sizes.map((size) => size[part])).toFixed(1)
    console.log(`  ${`kB of ${part}`.padEnd(26)} ${kilobytes}`)
  }
  const complaints = new Set(reports.flatMap(complaintsOf))
  if (complaints.size > 0) console.log(`  audits at 0: ${[...complaints].join(', ')}`)
  const paint = median(reports.map((report) => report.audits['largest-contentful-paint']?.numericValue ?? 0))
  return [name, ...row, Number(median(sizes.map(({ scripts }) => scripts)).toFixed(1)), Math.round(paint)]
}

const scriptsOf = (rows: readonly ReturnType<typeof report>[], page: string) =>
  Number(rows.find(([name]) => name === page)?.at(-2) ?? Number.NaN)

/** The URL of the results of a real search. */
async function searchOnce(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keyword: 'spreadsheet' }),
  })
  const { sessionId } = searchReply.parse(await reply.json())
  return `/?q=spreadsheet&session=${sessionId}`
}

const product = await startBrowserProduct('lighthouse')
try {
  const pages = {
    landing: '/',
    results: await searchOnce(product.url),
    pricing: '/subscribe',
    scoring: '/scoring',
    'sign-in': '/auth',
  }
  const rows: ReturnType<typeof report>[] = []
  for (const [name, path] of Object.entries(pages)) {
    const reports: Report[] = []
    for (let run = 0; run < runs; run += 1) reports.push(await lighthouse(product.url + path))
    rows.push(report(name, reports))
  }
  saveFigures('page', {
    title: 'Pages',
    command: 'npm run build && npm run bench:page',
    over: `Lighthouse (mobile), the median of ${runs} runs. JavaScript is compressed; code loaded on the first interaction is not included.`,
    columns: ['page', ...categories, 'JavaScript, kB', 'largest paint, ms'],
    rows,
    bars: [
      { what: 'JavaScript of results', measured: scriptsOf(rows, 'results'), most: 160, unit: ' kB' },
      { what: 'JavaScript of `/auth`', measured: scriptsOf(rows, 'sign-in'), most: 120, unit: ' kB' },
    ],
  })
} finally {
  await product.stop()
}
