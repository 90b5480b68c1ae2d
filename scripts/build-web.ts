import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Manifest } from './build-pages.ts'
import { writeLandingSamples } from './landing-samples.ts'

// Builds the front end into web/dist. With --if-stale, builds only if the output is missing or older than the
// sources.
const root = join(import.meta.dirname, '..')
const dist = join(root, 'web/dist')
const sources = [
  'web',
  'contract',
  'scoring',
  'server/features/archive/import/starter-posts.ndjson',
  'scripts/build-web.ts',
  'scripts/build-pages.ts',
  'scripts/compose-pages.ts',
  'scripts/landing-samples.ts',
  'vite.config.ts',
  'package-lock.json',
].map((path) => join(root, path))
// HTML is not in this list: pages are compressed when they are served, after the facts of the installation
// are filled in.
const compressible = new Set(['.js', '.css', '.svg', '.json'])

// Written last, so that an interrupted build counts as stale.
const lastFile = join(dist, 'app.html')

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

/** Writes .br and .gz files for every static file. */
async function compressDist(): Promise<Sizes[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(compress))
}

function gzippedKb(sizes: readonly Sizes[]): string {
  return (sizes.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1000).toFixed(1)
}

/** The files of the shell are loaded first. Other files are loaded on demand. */
async function describeSizes(sizes: readonly Sizes[]): Promise<string> {
  const page = await readFile(join(dist, 'app.html'), 'utf8')
  const scripts = sizes.filter(({ file }) => file.endsWith('.js'))
  const first = scripts.filter(({ file }) => page.includes(basename(file)))
  const styles = sizes.filter(({ file }) => file.endsWith('.css'))
  return `first load ${gzippedKb(first)} kB of JavaScript (${gzippedKb(scripts)} in all) and ${gzippedKb(styles)} of CSS, gzipped`
}

async function buildWeb(): Promise<string> {
  const [{ build }, { buildPages }] = await Promise.all([import('vite'), import('./build-pages.ts')])
  const startedAt = performance.now()
  writeLandingSamples()
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  const manifestFile = join(dist, '.vite/manifest.json')
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
  await rm(join(dist, '.vite'), { recursive: true })
  const sizes = await compressDist()
  await buildPages(dist, manifest)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  return `Front end built in ${seconds} s: ${await describeSizes(sizes)}`
}

const upToDate = process.argv.includes('--if-stale') && (await isFresh())
process.stdout.write(`${upToDate ? 'Front end is up to date' : await buildWeb()}\n`)
