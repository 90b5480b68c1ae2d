import type { FastifyInstance } from 'fastify'
import { toV1WholePost } from '#contract/v1/to-v1-post.ts'
import { addMcpDoor } from '#server/doors/mcp/mcp-door.ts'
import { type ScoreTexts, scoreTexts } from '#server/features/scoring/score-texts.ts'
import {
  briefByKey,
  readSearchPage,
  readSearchPost,
  searchByKey,
} from '#server/features/search/run/search-by-key.ts'
import { readWatchPost } from '#server/features/watches/read-watch.ts'
import { listWatchesByKey, readWatchByKey } from '#server/features/watches/watches-by-key.ts'
import type { WatchesRoutes } from '#server/features/watches/watches-routes.ts'
import { productVersion } from '#server/operations/product-version.ts'
import type { Search } from './wire-search.ts'

type Parts = { search: Search; scoring: ScoreTexts; watches: WatchesRoutes; publicUrl: string }

/** Offers agents the use cases of `/api/v1`. */
export function addMcp(app: FastifyInstance, { search, scoring, watches, publicUrl }: Parts): void {
  addMcpDoor(app, {
    publicUrl,
    version: productVersion(),
    useCases: {
      search: (caller, asked) => searchByKey(search, caller, { ...asked, write: (reply) => reply }),
      readSearch: (caller, page) => readSearchPage(search, caller, page),
      readSearchPost: (caller, place) => readSearchPost(search, caller, place),
      readWatchPost: async (caller, place) => toV1WholePost(await readWatchPost(watches, caller, place)),
      brief: (caller, keyword) => briefByKey(search, caller, keyword),
      score: (caller, texts) => scoreTexts(scoring, caller, texts),
      listWatches: (caller) => listWatchesByKey(watches, caller),
      readWatch: (caller, page) => readWatchByKey(watches, caller, page),
    },
  })
}
