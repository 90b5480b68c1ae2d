import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type InlineConfig } from 'vite'
import type { BuiltPage } from '#web/features/site/built-pages.ts'
import {
  composePage,
  composeResults,
  composeShell,
  composeSitemap,
  filesOf,
  hasFactsBlock,
  type PageParts,
} from './compose-pages.ts'

type Prerender = {
  builtPages: readonly BuiltPage[]
  prerenderPage: (path: string) => Promise<string>
  prerenderShell: () => Promise<string>
}
type Chunk = { file: string; imports?: string[]; css?: string[] }
export type Manifest = Record<string, Chunk>

const root = join(import.meta.dirname, '..')
const configFile = join(root, 'vite.config.ts')

type RenderedPage = BuiltPage & { markup: string }

/**
 * Renders every prerendered page and the shell. The code that renders pages is kept for the server, as one
 * bundle.
 */
async function renderPages(dist: string): Promise<{ pages: RenderedPage[]; shell: string }> {
  const outDir = join(dist, 'server')
  const options: InlineConfig = {
    configFile,
    logLevel: 'warn',
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: join(root, 'web/prerender.tsx'),
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  }
  await build(options)
  const module: Prerender = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
  const pages = await Promise.all(
    module.builtPages.map(async (page) => ({ ...page, markup: await module.prerenderPage(page.path) })),
  )
  return { pages, shell: await module.prerenderShell() }
}

/** Builds a script that is small enough to be inlined. */
async function buildInline(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: true, target: 'es2022', lib: { entry, formats: ['iife'], name: 'unmet' } },
  })
  const [output] = [made].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error(`The build of ${entry} made no script`)
  return chunk.code.trim()
}

/** The script without its comments. */
async function readTheme(dist: string): Promise<string> {
  const text = await readFile(join(dist, 'theme.js'), 'utf8')
  return text.replace(/^\s*\/\/.*\n/gmu, '').trim()
}

/** The files that a module needs, except files that are already loaded. */
function filesFor(manifest: Manifest, module: string, present: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    const file = chunk && `/${chunk.file}`
    if (file === undefined || found.has(file) || present.includes(file)) return
    found.add(file)
    for (const next of chunk?.imports ?? []) visit(next)
  }
  visit(module)
  return [...found]
}

/** The code of the start page and of results, which no other page needs. */
const homeModule = 'pages/home-page.tsx'

/** Renders every page at build time, together with the shell and the sitemap. */
export async function buildPages(dist: string, manifest: Manifest): Promise<void> {
  const template = await readFile(join(dist, 'index.html'), 'utf8')
  if (!hasFactsBlock(template)) throw new Error('web/index.html lacks the block for the facts of the site')
  const stylesheet = /<link rel="stylesheet"[^>]*href="([^"]+)"/u.exec(template)?.[1] ?? ''
  const [styles, themeScript, startScript, shellScript, { pages, shell }] = await Promise.all([
    readFile(join(dist, stylesheet), 'utf8'),
    readTheme(dist),
    buildInline(join(root, 'web/event-replay.ts')),
    buildInline(join(root, 'web/shell-start.ts')),
    renderPages(dist),
  ])
  const parts: PageParts = { template, themeScript, startScript, shellScript, styles: styles.trim() }
  const files = filesOf(template)
  const homeFiles = filesFor(manifest, homeModule, files)
  for (const page of pages) {
    const home = page.path === '/' ? homeFiles : []
    const own = [...home, ...filesFor(manifest, page.module, [...files, ...home])]
    await writeFile(join(dist, page.file), composePage(parts, page, [...files, ...own]))
  }
  await writeFile(join(dist, 'results.html'), composeResults(parts, [...files, ...homeFiles]))
  await writeFile(join(dist, 'sitemap.xml'), composeSitemap(pages))
  await writeFile(join(dist, 'app.html'), composeShell(parts, shell, homeFiles))
}
