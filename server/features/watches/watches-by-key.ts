import { toV1Post } from '#contract/v1/to-v1-post.ts'
import type { KeyHolder } from '#server/actor.ts'
import { AppError } from '#server/errors.ts'
import { listWatches, type ManageWatches } from './manage-watches.ts'
import { type ReadWatch, readWatch } from './read-watch.ts'

/** The watches of an account in the words that programs were promised. */
export async function listWatchesByKey(deps: ManageWatches, caller: KeyHolder) {
  const { watches, newPosts, most } = await listWatches(deps, caller)
  return {
    watches: watches.map(({ leastScore, ...watch }) => ({ ...watch, minScore: leastScore })),
    newPosts,
    most,
  }
}

type Page = { watchId: string; cursor?: string | undefined; limit: number }

/** The cursor is the number of the last post that was sent. */
function numberOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const number = Number(cursor)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new AppError('invalid_input', 'cursor: Send `next` of the previous page, unchanged')
}

export async function readWatchByKey(deps: ReadWatch, caller: KeyHolder, { watchId, cursor, limit }: Page) {
  const { results, next } = await readWatch(deps, caller, { watchId, before: numberOf(cursor), limit })
  return {
    posts: results.map((result) => ({
      ...toV1Post(result),
      foundAt: result.foundAt,
      isNew: result.isNew,
    })),
    next: next === null ? null : String(next),
  }
}
