import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { scorePost } from '#scoring/score-post.ts'
import { scorerVersion } from '#scoring/scorer-version.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type OpenDatabase, openDatabase } from './database/open-database.ts'
import { makeArchiveSearchStore } from './features/archive/archive-search-store.ts'
import { makeArchiveStore } from './features/archive/archive-store.ts'
import { makeArchiveVersion } from './features/archive/archive-version.ts'
import { keepFoundPosts } from './features/archive/keep-posts.ts'
import { loadStarterCollection } from './features/archive/load-starter-collection.ts'
import { archiveSource } from './features/archive/search-archive.ts'
import { dayStart, visitorLimits } from './features/search/allowance-rules.ts'
import { makeAnswerCache } from './features/search/answer-cache.ts'
import { findPosts } from './features/search/find-posts.ts'
import { makeSearchStore } from './features/search/search-store.ts'
import { loadCookieSecret } from './http/cookie-secret.ts'
import { startHousekeeping } from './jobs/housekeeping.ts'
import type { Clock, DiscussionSource, Post } from './ports.ts'

const webFolder = join(import.meta.dirname, '../web/dist')

/** What tests put in place of the outside world; the product itself replaces nothing. */
export type Replacements = {
  clock?: Clock
  sources?: (archive: DiscussionSource) => DiscussionSource[]
  requestTimeoutMs?: number
}

type Wired = { config: Config; database: OpenDatabase; logger: Logger; replaced: Replacements }

function wireSearch({ config, database, logger, replaced }: Wired) {
  const clock = replaced.clock ?? (() => new Date())
  const archiveSearch = makeArchiveSearchStore(database.db)
  const archive = archiveSource({ store: archiveSearch })
  const keepIn = {
    store: makeArchiveStore(database.db),
    listPosts: (ids: readonly number[]) => archiveSearch.listPosts(ids),
    scorePost,
    scorerVersion,
  }
  const findIn = {
    sources: replaced.sources?.(archive) ?? [archive],
    keepPosts: (posts: readonly Post[]) => keepFoundPosts(keepIn, posts),
    warn: (message: string, cause: unknown) => logger.warn({ err: cause }, message),
  }
  return {
    clock,
    scorerVersion,
    store: makeSearchStore(database.db),
    findPosts: (query: Parameters<typeof findPosts>[1]) => findPosts(findIn, query),
    answers: makeAnswerCache(config.searchCacheSeconds * 1000),
    archiveVersion: makeArchiveVersion(archiveSearch, clock),
    visitorLimits: visitorLimits(config.anonymousDailyLimitPerAddress),
    resultsKeptDays: config.resultsKeptDays,
    readPosts: keepIn.listPosts,
  }
}

/** The app over an open database: what the product serves and what tests call. */
export async function wireApp(wired: Wired, publicUrl: string) {
  const { config, logger } = wired
  const search = wireSearch(wired)
  const app = await buildApp({
    settings: {
      publicUrl,
      cookieSecrets: config.sessionSecrets ?? [await loadCookieSecret(config.dataDir)],
      trustedProxies: config.trustedProxies,
      webFolder: existsSync(join(webFolder, 'index.html')) ? webFolder : null,
      requestTimeoutMs: wired.replaced.requestTimeoutMs ?? 10_000,
    },
    logger,
    search,
  })
  return { app, search }
}

function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

export type RunningProduct = {
  url: string
  /** Settles with the reason when the product cannot go on. */
  lost: Promise<Error>
  stop(): Promise<void>
}

/** Opens the database, loads the starter collection, listens. What was opened is closed when a step fails. */
export async function startProduct(config: Config): Promise<RunningProduct> {
  const logger = pino({ level: config.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] })
  const database = await openDatabase(config, 'product', (line) => logger.info(line))
  try {
    await loadStarterCollection({ store: makeArchiveStore(database.db), scorePost, scorerVersion })
    const publicUrl = config.publicUrl ?? listeningUrl(config.host, config.port)
    const { app, search } = await wireApp({ config, database, logger, replaced: {} }, publicUrl)
    await app.listen({ host: config.host, port: config.port })
    const address = app.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : config.port
    const stopHousekeeping = startHousekeeping(
      () => search.store.deleteExpired(search.clock(), dayStart(search.clock())),
      (error) => logger.warn({ err: error }, 'Housekeeping failed'),
    )
    return {
      url: config.publicUrl ?? listeningUrl(config.host, port),
      lost: database.lost,
      async stop() {
        stopHousekeeping()
        await app.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
