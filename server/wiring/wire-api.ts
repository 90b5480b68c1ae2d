import { setImmediate } from 'node:timers/promises'
import { limits } from '#contract/limits.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { addKeyDoor } from '#server/doors/api/key-door.ts'
import { addOwnByKeyRoutes } from '#server/features/own/own-by-key-routes.ts'
import { addScoreByKeyRoutes } from '#server/features/scoring/scoring-routes.ts'
import { addSearchByKeyRoutes } from '#server/features/search/run/search-by-key-routes.ts'
import { addWatchesByKeyRoutes } from '#server/features/watches/watches-by-key-routes.ts'
import { findLanguage } from '#server/matching/find-language.ts'
import type { Keys } from './wire-keys.ts'
import { addMcp } from './wire-mcp.ts'
import type { OwnBriefs, OwnMaterial } from './wire-own.ts'
import type { Search } from './wire-search.ts'
import { pastedScorer } from './wire-texts.ts'
import type { wireWatches } from './wire-watches.ts'
import type { AddRoutes, Wired } from './wired.ts'

type Parts = {
  keys: Keys
  search: Search
  own: OwnMaterial & OwnBriefs
  watches: ReturnType<typeof wireWatches>
}

/** The use cases that programs can call with a key. */
export function apiRoutes(wired: Wired, { keys, search, own, watches }: Parts): AddRoutes {
  const { config, workers, publicUrl, together } = wired
  const scoring = {
    scorePost: pastedScorer(workers),
    findLanguage,
    scorerVersion: shippedScorer().version,
    mayScore: together.rateWindow('scored texts', limits.apiScore.callsPerMinute),
    pause: () => setImmediate(),
  }
  return (app) => {
    addKeyDoor(app, {
      findKeyHolder: keys.findKeyHolder,
      noteCall: (keyId, isLimited) => keys.calls.note(keyId, isLimited),
      publicUrl,
    })
    addSearchByKeyRoutes(app, { ...search, isSelfHosted: config.isSelfHosted })
    addScoreByKeyRoutes(app, scoring)
    addWatchesByKeyRoutes(app, watches.parts)
    addOwnByKeyRoutes(app, own)
    addMcp(app, { search, scoring, watches: watches.parts, publicUrl })
  }
}
