import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { browserWalks } from '#tests/harness/all-browser-states.ts'
import { type BrowserProduct, fromElsewhere, startBrowserProduct } from '#tests/harness/browser-product.ts'
import { type BrowserState, openPage, searchAndRead, toasts } from '#tests/harness/browser-states.ts'
import { waitUntilStill } from '#tests/harness/browser-test.ts'
import { findBrowser } from '#tests/harness/find-browser.ts'

// Takes a picture of every state of every page in two sizes and both colour schemes, after npm run build: npm
// run screenshots -- [only these states, comma separated] writes them to test-results/screenshots. npm run
// pictures writes the pictures of README and docs to docs/pictures.
const [chosen] = process.argv.slice(2)
const forDocs = chosen === '--docs'
const folder = join(import.meta.dirname, '..', forDocs ? 'docs/pictures' : 'test-results/screenshots')

type Look = { width: number; height: number; colorScheme: 'light' | 'dark' }
type Picture = { state: BrowserState; looks: readonly (Look & { file: string })[] }

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const

const everyLook = (name: string) =>
  sizes.flatMap((size) =>
    schemes.map((colorScheme) => ({ ...size, colorScheme, file: `${name}-${size.width}-${colorScheme}` })),
  )

/** The pictures of README and docs, by the state that they show. */
const docPictures: Record<string, (Look & { file: string })[]> = {
  start: [{ file: 'landing', width: 1280, height: 900, colorScheme: 'light' }],
  'many-results': [{ file: 'results', width: 1440, height: 1120, colorScheme: 'light' }],
  'sign-up-refused': [{ file: 'form', width: 1100, height: 720, colorScheme: 'light' }],
  'landing-dialog': [{ file: 'dialog', width: 1100, height: 760, colorScheme: 'dark' }],
  'landing-filters': [{ file: 'controls', width: 1100, height: 760, colorScheme: 'light' }],
  searching: [{ file: 'skeleton', width: 1100, height: 640, colorScheme: 'light' }],
  'nothing-found': [{ file: 'empty', width: 1100, height: 640, colorScheme: 'light' }],
  failed: [{ file: 'error-and-toast', width: 1100, height: 720, colorScheme: 'light' }],
}

/** A search whose results show all elements, including a need of several posts. */
const manyResults: BrowserState = {
  name: 'many-results',
  reach: async (page) => {
    await openPage(page)
    await searchAndRead(page, 'invoices')
    await toasts(page).getByText('Opportunities discovered').waitFor({ state: 'hidden' })
  },
}

function looksOf({ name }: BrowserState): Picture['looks'] {
  if (forDocs) return docPictures[name] ?? []
  return chosen === undefined || chosen.split(',').includes(name) ? everyLook(name) : []
}

/** The pictures of each walk through states. A walk ends at its last wanted state. */
function listWalks(): Picture[][] {
  const walks = forDocs ? [...browserWalks, [manyResults]] : browserWalks
  return walks
    .map((walk) => walk.map((state) => ({ state, looks: looksOf(state) })))
    .map((walk) => walk.slice(0, walk.findLastIndex(({ looks }) => looks.length > 0) + 1))
    .filter((walk) => walk.length > 0)
}

async function takeLooks(page: Page, looks: Picture['looks']): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  // Toasts and drawers load their code on demand.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
  for (const { file, width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await waitUntilStill(page)
    await page.screenshot({ path: join(folder, `${file}.png`), fullPage: !forDocs })
  }
}

/** Takes the pictures of a walk. Throws with the name of the state that was not reached. */
async function takePictures(
  browser: Browser,
  product: BrowserProduct,
  walk: readonly Picture[],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: product.url,
    reducedMotion: 'reduce',
    extraHTTPHeaders: fromElsewhere(product),
  })
  const page = await context.newPage()
  try {
    for (const { state, looks } of walk) {
      const { width, height } = looks[0] ?? { width: 1440, height: 900 }
      await page.setViewportSize({ width, height })
      await state.reach(page, product).catch((error: unknown) => {
        throw new Error(`${state.name}: ${String(error).split('\n')[0]}`)
      })
      if (looks.length > 0) await takeLooks(page, looks)
    }
  } finally {
    await context.close()
  }
}

/** Records the version that the pictures show. tests/docs.test.ts compares it with the current one. */
async function writeManifest(): Promise<void> {
  const read = (path: string) => readFile(join(import.meta.dirname, '..', path))
  const { version: appVersion } = JSON.parse(String(await read('package.json')))
  const files = Object.values(docPictures).flatMap((looks) => looks.map(({ file }) => `${file}.png`))
  const sha256: Record<string, string> = {}
  for (const file of files.sort()) {
    const bytes = await readFile(join(folder, file))
    sha256[file] = createHash('sha256').update(bytes).digest('hex')
  }
  const manifest = { appVersion, scorerVersion: shippedScorer().version, sha256 }
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

const walks = listWalks()
await mkdir(folder, { recursive: true })
const product = await startBrowserProduct('screenshots')
const browser = await chromium.launch(findBrowser())
const missed: string[] = []
try {
  for (const walk of walks) {
    await takePictures(browser, product, walk).catch((error: unknown) => missed.push(String(error)))
  }
} finally {
  await browser.close()
  await product.stop()
}
const wanted = walks.flat().reduce((sum, { looks }) => sum + looks.length, 0)
process.stdout.write(`${wanted} pictures in ${folder}, ${missed.length} walks ended early\n`)
for (const one of missed) process.stdout.write(`  not reached: ${one}\n`)
if (missed.length > 0) process.exitCode = 1
else if (forDocs) await writeManifest()
