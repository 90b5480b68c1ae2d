import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { startBrowserProduct } from '#tests/harness/browser-product.ts'
import { findBrowser } from '#tests/harness/find-browser.ts'

// Lighthouse (mobile) on the built page, served by the product: npm run build && npm run bench:page

const runs = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Report = {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue?: number } | undefined>
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

const product = await startBrowserProduct('lighthouse')
const reports: Report[] = []
for (let run = 0; run < runs; run += 1) reports.push(await lighthouse(`${product.url}/`))
await product.stop()
for (const category of categories) {
  const scores = reports.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100))
  console.log(`${category.padEnd(16)} ${median(scores)}  (${scores.join(', ')})`)
}
for (const audit of ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']) {
  console.log(
    `${audit.padEnd(26)} ${median(reports.map((report) => report.audits[audit]?.numericValue ?? 0)).toFixed(3)}`,
  )
}
