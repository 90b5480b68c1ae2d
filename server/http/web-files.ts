import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteFacts } from '#contract/site-facts.ts'
import { AppError } from '#server/errors.ts'
import { type ReadyPage, readyPage, sendPage } from './page-template.ts'
import { seemsSignedIn } from './sessions.ts'

/** Pages that the browser draws by itself: somebody's own, or a step of a way. */
const drawnPaths = [
  '/admin',
  '/admin/login',
  '/admin/reset-password',
  '/admin/setup',
  '/auth',
  '/auth/login',
  '/cancel',
  '/profile',
  '/reset-password',
  '/success',
  '/verify-email',
]

/** Pages that were drawn when the front end was built, by the file each is kept in. */
const builtPaths = {
  '/': 'home.html',
  '/contact': 'contact.html',
  '/privacy': 'privacy.html',
  '/scoring': 'scoring.html',
  '/subscribe': 'subscribe.html',
  '/terms': 'terms.html',
}

const plainFiles = ['robots.txt', 'sitemap.xml']

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}

/** Results and keywords of the address are drawn in the browser. */
function asksForSearch({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && ('q' in query || 'session' in query)
}

type Pages = { shell: ReadyPage; missing: ReadyPage; built: ReadonlyMap<string, ReadyPage> }

async function readPages(folder: string, facts: SiteFacts): Promise<Pages> {
  const read = async (file: string) =>
    readyPage(await readFile(join(folder, file), 'utf8'), facts, mediaTypes[extname(file)] ?? 'text/plain')
  const pages = Object.entries(builtPaths).map(async ([path, file]) => [path, await read(file)] as const)
  const plain = plainFiles.map(async (file) => [`/${file}`, await read(file)] as const)
  const [shell, missing, ...built] = await Promise.all([
    read('app.html'),
    read('404.html'),
    ...pages,
    ...plain,
  ])
  return { shell, missing, built: new Map(built) }
}

function addPages(app: FastifyInstance, { shell, missing, built }: Pages): void {
  for (const path of drawnPaths) {
    app.get(path, (request, reply) => sendPage(request, reply, { page: shell }))
  }
  for (const [path, page] of built) {
    app.get(path, (request, reply) => {
      const drawn = extname(path) === '' && (seemsSignedIn(request) || asksForSearch(request))
      return sendPage(request, reply, { page: drawn ? shell : page })
    })
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const wantsPage = request.method === 'GET' && !request.url.startsWith('/api/')
    if (!wantsPage) throw new AppError('not_found', 'There is nothing at this address')
    return sendPage(request, reply, { page: seemsSignedIn(request) ? shell : missing, status: 404 })
  })
}

/**
 * Serves the built front end. Pages are revalidated and hashed assets kept for ever. Who is signed in gets
 * the empty shell, and everybody else, robots too, the page as it was built, with this installation's facts.
 */
export async function addWebFiles(app: FastifyInstance, folder: string, facts: SiteFacts): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', ...plainFiles],
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/')
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  addPages(app, await readPages(folder, facts))
}

/** Compresses what is made on the fly; built files come compressed already. */
export async function addCompression(app: FastifyInstance): Promise<void> {
  // Lowest levels, in one go: 200 kB take 1 ms so, and four times that through a stream.
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    syncThreshold: 1_000_000,
    zlibOptions: { level: 1 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  })
}
