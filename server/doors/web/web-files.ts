import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageAt, pagePaths } from '#contract/page-paths.ts'
import type { SiteFacts } from '#contract/site-facts.ts'
import { AppError } from '#server/errors.ts'
import { openRenderedResults, preparePage, type RenderResults, sendPage } from './page-template.ts'
import { compressedInOneGo } from './serve.ts'
import { seemsSignedIn } from './sessions.ts'

/** The prerendered pages with their files. */
const builtPaths = {
  '/': 'home.html',
  '/auth': 'auth.html',
  '/contact': 'contact.html',
  '/developers': 'developers.html',
  '/privacy': 'privacy.html',
  '/scoring': 'scoring.html',
  '/subscribe': 'subscribe.html',
  '/terms': 'terms.html',
}

/** Client-rendered pages: personal pages, and steps of a flow. */
const browserRenderedPaths = pagePaths.filter((path) => !(path in builtPaths))

const plainFiles = ['robots.txt', 'sitemap.xml']

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}

const queryOf = ({ query }: FastifyRequest) => query as Readonly<Record<string, unknown>>

/**
 * Whether the URL has to be rendered in the browser, because it has a keyword, a tab, or results that the
 * server could not render.
 */
function asksForMore(request: FastifyRequest, path: string): boolean {
  const query = queryOf(request)
  return path === '/auth' ? Object.keys(query).length > 0 : 'q' in query || 'session' in query
}

function sessionAsked(request: FastifyRequest): string | null {
  const { session } = queryOf(request)
  return typeof session === 'string' ? session : null
}

export type WebFiles = {
  folder: string
  facts: SiteFacts
  renderResults: RenderResults
}

async function readPages({ folder, facts, renderResults }: WebFiles) {
  const read = async (file: string) =>
    preparePage(await readFile(join(folder, file), 'utf8'), facts, mediaTypes[extname(file)] ?? 'text/plain')
  const pages = Object.entries(builtPaths).map(async ([path, file]) => [path, await read(file)] as const)
  const plain = plainFiles.map(async (file) => [`/${file}`, await read(file)] as const)
  const [shell, missing, sendResults, ...built] = await Promise.all([
    read('app.html'),
    read('404.html'),
    openRenderedResults(folder, facts, renderResults),
    ...pages,
    ...plain,
  ])
  return { shell, missing, sendResults, built: new Map(built) }
}

type Pages = Awaited<ReturnType<typeof readPages>>

function addPages(app: FastifyInstance, { shell, missing, built, sendResults }: Pages): void {
  for (const path of browserRenderedPaths) {
    app.get(path, (request, reply) => sendPage(request, reply, { page: shell }))
  }
  for (const [path, page] of built) {
    app.get(path, async (request, reply) => {
      const isFile = extname(path) !== ''
      const isVisitor = isFile || !seemsSignedIn(request)
      const session = path === '/' ? sessionAsked(request) : null
      if (isVisitor && session !== null && (await sendResults(request, reply, session))) return reply
      const isBuilt = isFile || (isVisitor && !asksForMore(request, path))
      return sendPage(request, reply, { page: isBuilt ? page : shell })
    })
  }
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const wantsPage = request.method === 'GET' && !request.url.startsWith('/api/')
    if (!wantsPage) throw new AppError('not_found', 'There is nothing at this address')
    const [path = ''] = request.url.split('?', 1)
    const meant = pageAt(path)
    if (meant !== undefined) return reply.redirect(`${meant}${request.url.slice(path.length)}`, 301)
    return sendPage(request, reply, { page: seemsSignedIn(request) ? shell : missing, status: 404 })
  })
}

/**
 * Serves the built front end. Signed-in users get an empty shell; others get the prerendered page or results.
 */
export async function addWebFiles(app: FastifyInstance, web: WebFiles): Promise<void> {
  const { folder } = web
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', ...plainFiles, 'server/**'],
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/')
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  addPages(app, await readPages(web))
}

/** Compresses dynamic replies. Built files are already compressed. */
export async function addCompression(app: FastifyInstance): Promise<void> {
  // Compressed in one call and at low levels, because streams and high levels are slower.
  await app.register(compress, {
    encodings: ['zstd', 'br', 'gzip'],
    threshold: compressedInOneGo.least,
    syncThreshold: compressedInOneGo.most,
    zlibOptions: { level: 6 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
