import { toV1Post } from '#contract/v1/to-v1-post.ts'
import type { Watch, WatchesReply } from '#contract/watches.ts'
import type { KeyHolder } from '#server/actor.ts'
import { AppError } from '#server/errors.ts'
import { changeWatch, createWatch, deleteWatch, listWatches, type ManageWatches } from './manage-watches.ts'
import { type PreviewWatch, previewWatch } from './preview-watch.ts'
import { type ReadWatch, readWatch } from './read-watch.ts'

/** The scope for watches does not include own material, so its rows are neither listed nor counted. */
function postsOnly<Deps extends Pick<ManageWatches, 'store'>>(deps: Deps): Deps {
  const { store } = deps
  return {
    ...deps,
    store: {
      ...store,
      listWatches: (userId) => store.listWatches(userId, { ownRows: false }),
      listNews: (watchId, page) => store.listNews(watchId, { ...page, ownRows: false }),
    },
  }
}

const toV1Watch = ({ leastScore, ...watch }: Watch) => ({ ...watch, minScore: leastScore })

const toV1Watches = ({ watches, ...all }: WatchesReply) => ({ watches: watches.map(toV1Watch), ...all })

/** The watches of an account, with the field names that programs were promised. */
export const listWatchesByKey = async (deps: ManageWatches, caller: KeyHolder) =>
  toV1Watches(await listWatches(postsOnly(deps), caller))

export const deleteWatchByKey = async (deps: ManageWatches, caller: KeyHolder, watchId: string) =>
  toV1Watches(await deleteWatch(postsOnly(deps), caller, watchId))

type NewWatch = { query: string; minScore: number; name?: string | undefined }

export const createWatchByKey = async (
  deps: ManageWatches,
  caller: KeyHolder,
  { query: watchQuery, minScore: leastScore, name: watchName }: NewWatch,
) =>
  toV1Watch(
    await createWatch(postsOnly(deps), caller, { watchQuery, leastScore, watchName, looksIn: 'posts' }),
  )

type Changed = {
  watchId: string
  query?: string | undefined
  minScore?: number | undefined
  name?: string | undefined
  paused?: boolean | undefined
  restore?: true | undefined
}

export async function changeWatchByKey(
  deps: ManageWatches,
  caller: KeyHolder,
  { watchId, query: watchQuery, minScore: leastScore, name: watchName, paused, restore }: Changed,
) {
  const deleted = restore === true ? (false as const) : undefined
  return toV1Watch(
    await changeWatch(postsOnly(deps), caller, {
      watchId,
      watchQuery,
      leastScore,
      watchName,
      paused,
      deleted,
    }),
  )
}

export async function previewWatchByKey(
  deps: PreviewWatch,
  caller: KeyHolder,
  { query: watchQuery, minScore: leastScore }: NewWatch,
) {
  const preview = await previewWatch(deps, caller, { watchQuery, leastScore, looksIn: 'posts' })
  return { ...preview, best: preview.best.map(toV1Post), costs: preview.costsSearch ? 1 : 0 }
}

type Page = { watchId: string; cursor?: string | undefined; limit: number }

/** The cursor is the number of the last post on the previous page. */
function numberOf(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const number = Number(cursor)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new AppError('invalid_input', 'cursor: Send `next` of the previous page, unchanged')
}

export async function readWatchByKey(deps: ReadWatch, caller: KeyHolder, { watchId, cursor, limit }: Page) {
  const page = { watchId, before: numberOf(cursor), limit }
  const { results, next } = await readWatch(postsOnly(deps), caller, page)
  return {
    posts: results.map((result) => ({
      ...toV1Post(result),
      foundAt: result.foundAt,
      isNew: result.isNew,
    })),
    next: next === null ? null : String(next),
  }
}
