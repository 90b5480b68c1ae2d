import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

// Builds the front end into web/dist. With --if-stale only when it is missing or older than its sources.
const root = join(import.meta.dirname, '..')
const dist = join(root, 'web/dist')
const sources = ['web', 'contract', 'vite.config.ts', 'package-lock.json'].map((path) => join(root, path))
const compressible = new Set(['.html', '.js', '.css', '.svg', '.txt', '.json'])

// Written last, so that a build that was cut off counts as stale.
const lastFile = join(dist, 'index.html.br')

async function newestChange(path: string): Promise<number> {
  if (path === dist || !existsSync(path)) return 0
  const info = await stat(path)
  if (!info.isDirectory()) return info.mtimeMs
  const names = await readdir(path)
  const changes = await Promise.all(names.map((name) => newestChange(join(path, name))))
  return Math.max(info.mtimeMs, ...changes)
}

async function isFresh(): Promise<boolean> {
  if (!existsSync(lastFile)) return false
  const [built, ...changes] = await Promise.all([stat(lastFile), ...sources.map(newestChange)])
  return changes.every((change) => change <= built.mtimeMs)
}

type Sizes = { file: string; gzipBytes: number }

async function compress(file: string): Promise<Sizes> {
  const content = await readFile(file)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await writeFile(`${file}.gz`, gz)
  await writeFile(`${file}.br`, br)
  return { file, gzipBytes: gz.length }
}

/** Writes .br and .gz beside every text file, index.html last. */
async function compressDist(): Promise<Sizes[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  const page = join(dist, 'index.html')
  const sizes = await Promise.all(files.filter((file) => file !== page).map(compress))
  return [...sizes, await compress(page)]
}

function gzippedKb(sizes: readonly Sizes[]): string {
  return (sizes.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1000).toFixed(1)
}

/** What index.html loads by itself is the first load; the rest comes when it is used. */
async function describeSizes(sizes: readonly Sizes[]): Promise<string> {
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const scripts = sizes.filter(({ file }) => file.endsWith('.js'))
  const first = scripts.filter(({ file }) => page.includes(basename(file)))
  const styles = sizes.filter(({ file }) => file.endsWith('.css'))
  return `first load ${gzippedKb(first)} kB of JavaScript (${gzippedKb(scripts)} in all) and ${gzippedKb(styles)} of CSS, gzipped`
}

async function buildWeb(): Promise<string> {
  const { build } = await import('vite')
  const startedAt = performance.now()
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  const sizes = await compressDist()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  return `Front end built in ${seconds} s: ${await describeSizes(sizes)}`
}

const upToDate = process.argv.includes('--if-stale') && (await isFresh())
process.stdout.write(`${upToDate ? 'Front end is up to date' : await buildWeb()}\n`)
