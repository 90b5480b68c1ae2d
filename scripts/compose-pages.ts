import { proPriceDollars } from '#contract/limits.ts'
import { factMark, renderedMarks, siteFactsId } from '#contract/site-facts.ts'
import type { BuiltPage } from '#web/features/site/built-pages.ts'

/** Vite's output for web/index.html, and the content that every page contains inline. */
export type PageParts = {
  template: string
  /** Runs before the first paint. */
  themeScript: string
  /** Runs at the end of a prerendered page. */
  startScript: string
  /** Runs in the shell before its code is loaded. */
  shellScript: string
  styles: string
}

const entryTag = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/u
const preloadTag = /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/gu
const styleTag = /<link rel="stylesheet"[^>]*>/u
const themeTag = '<script src="/theme.js"></script>'
const hoisted = /^(?:<(?:meta|link)\b[^>]*>)+/u

const resultsDescription =
  'Posts by people with a problem, each scored 0-100 for SaaS potential, with the words that earned the score.'

/**
 * Throws if the template does not contain the part. Otherwise the page would not work and nobody would
 * notice.
 */
function swap(page: string, part: string | RegExp, made: string): string {
  const swapped = page.replace(part, () => made)
  if (swapped === page) throw new Error(`web/index.html lacks ${String(part)}, which the build replaces`)
  return swapped
}

const asAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

function describePage(page: BuiltPage): string {
  const title = `<title>${asAttribute(page.title)}</title>`
  const description = `<meta name="description" content="${asAttribute(page.description)}">`
  if (page.unlisted) return `${title}${description}`
  const address = `${factMark('publicUrl')}${page.path}`
  const named = Object.entries({
    'og:type': 'website',
    'og:site_name': 'Unmet',
    'og:title': page.title,
    'og:description': page.description,
    'og:url': address,
    'og:image': `${factMark('publicUrl')}/og.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Unmet: find the problems people already talk about',
  }).map(([name, content]) => `<meta property="${name}" content="${asAttribute(content)}">`)
  return [
    title,
    description,
    `<link rel="canonical" href="${address}">`,
    ...named,
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('')
}

/** The start page's structured data for search engines. */
function structuredData(page: BuiltPage): string {
  if (page.path !== '/') return ''
  const offer = (name: string, price: string) => ({ '@type': 'Offer', name, price, priceCurrency: 'USD' })
  const data = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'Unmet',
    url: `${factMark('publicUrl')}/`,
    description: page.description,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any',
    offers: [offer('Free', '0'), offer('Pro', proPriceDollars)],
  }
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`
}

const inlined = ({ template, themeScript, styles }: PageParts) =>
  swap(swap(template, themeTag, `<script>${themeScript}</script>`), styleTag, `<style>${styles}</style>`)

/** The files that the template's entry loads, with the entry first. */
export function filesOf(template: string): string[] {
  const entry = entryTag.exec(template)?.[1]
  if (entry === undefined) throw new Error('web/index.html has no entry script')
  return [entry, ...[...template.matchAll(preloadTag)].map(([, href = '']) => href)]
}

/**
 * The page that is rendered in the browser. `markup` is its placeholder. `home` are the files that `/` needs
 * in addition.
 */
export function composeShell(parts: PageParts, markup: string, home: readonly string[]): string {
  const shell = swap(
    inlined(parts),
    '<div id="root"></div>',
    `<div id="root" data-shell="true">${markup}</div>`,
  )
  const files = `<script id="home-files" type="application/json">${JSON.stringify(home)}</script>`
  return swap(shell, '</head>', `${files}<script>${parts.shellScript}</script></head>`)
}

/** A prerendered page for visitors. Its code is loaded at the first interaction. */
export function composePage(
  parts: PageParts,
  page: BuiltPage & { markup: string },
  files: readonly string[],
): string {
  const { markup } = page
  const inHead = hoisted.exec(markup)?.[0] ?? ''
  const start = page.alive ? ' data-alive="true"' : ''
  const root = `<div id="root" data-files="${files.join(' ')}"${start}>${markup.slice(inHead.length)}</div>`
  let composed = inlined(parts).replace(preloadTag, '')
  composed = swap(composed, entryTag, '')
  composed = swap(composed, /<meta\s+name="description"[^>]*>/u, '')
  composed = swap(composed, /<title>[^<]*<\/title>/u, describePage(page) + inHead + structuredData(page))
  composed = swap(composed, /<noscript>[^<]*<\/noscript>/u, '')
  composed = swap(composed, '<div id="root"></div>', root)
  return swap(composed, '</body>', `<script>${parts.startScript}</script></body>`)
}

/** The page of saved results, without the part that the server renders for each request. */
export function composeResults(parts: PageParts, files: readonly string[]): string {
  const { title, session, searchesToday, markup } = renderedMarks
  const page = { path: '/', file: '', title, description: resultsDescription, module: '' }
  const composed = composePage(parts, { ...page, unlisted: true, markup }, files)
  const attributes = `data-session="${session}" data-searches="${searchesToday}"`
  return swap(composed, '<div id="root"', `<div id="root" ${attributes}`)
}

export function composeSitemap(pages: readonly BuiltPage[]): string {
  const listed = pages.filter(({ unlisted }) => !unlisted)
  const urls = listed.map(({ path }) => `<url><loc>${factMark('publicUrl')}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

/** Whether the server will find the placeholder for the facts of the installation. */
export function hasFactsBlock(page: string): boolean {
  return page.includes(`<script id="${siteFactsId}" type="application/json">`)
}
