import {
  changeWatchEndpoint,
  createWatchEndpoint,
  deleteWatchEndpoint,
  listWatchesEndpoint,
  type Watch,
  type WatchPlaces,
} from '#contract/watches.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { useAction } from '#web/use-action.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

export const watchesKey = [...ownKey, 'watches']
export const watchPostsKey = (id: string) => [...ownKey, 'watch-posts', id]

export const useWatches = () => useEndpoint(listWatchesEndpoint, { queryKey: watchesKey })

export type WatchFields = {
  watchQuery: string
  leastScore: number
  looksIn: WatchPlaces
  watchName?: string
}
type Change = Partial<WatchFields> & {
  deliversOwn?: boolean
  paused?: boolean
  deleted?: false
  lookedUpTo?: number
}

export const changeWatch = (watchId: string, body: Change) =>
  callEndpoint(changeWatchEndpoint, { params: { watchId }, body })

/** Creates a watch, or changes the one with this id. */
export function useSaveWatch(id: string | null, onSaved: (watch: Watch) => void) {
  return useAction({
    run: (fields: WatchFields) =>
      id === null ? callEndpoint(createWatchEndpoint, { body: fields }) : changeWatch(id, fields),
    onDone: onSaved,
    toast: { title: id === null ? 'Watch saved' : 'Watch changed' },
    failed: { title: 'The watch was not saved', words: 'Please try again.' },
    invalidates: [watchesKey, ...(id === null ? [] : [watchPostsKey(id)])],
  })
}

export function usePauseWatch({ id, state }: Pick<Watch, 'id' | 'state'>) {
  return useAction({
    run: () => changeWatch(id, { paused: state !== 'paused' }),
    failed: { title: 'The watch was not changed', words: 'Please try again.' },
    invalidates: [watchesKey, watchPostsKey(id)],
  })
}

export function useDeleteWatch(id: string, onDone: () => void) {
  return useAction({
    run: () => callEndpoint(deleteWatchEndpoint, { params: { watchId: id } }),
    onDone,
    failed: { title: 'The watch was not deleted', words: 'Please try again.' },
    invalidates: [watchesKey],
  })
}

export function useRestoreWatch(onDone: () => void) {
  return useAction({
    run: (id: string) => changeWatch(id, { deleted: false }),
    onDone,
    toast: { title: 'Watch restored' },
    failed: { title: 'The watch was not restored', words: 'Please try again.' },
    invalidates: [watchesKey],
  })
}
