import { useQuery } from '@tanstack/react-query'
import { listOwnEndpoint, type OwnCollection, searchOwnEndpoint } from '#contract/own-material.ts'
import { callEndpoint, type JsonEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'

const lookAgainMs = 1500

export const collectionsKey = [...ownKey, 'collections']

/** The user's collections; polled while one of them is being scored. */
export function useOwnCollections(enabled = true) {
  return useQuery({
    queryKey: collectionsKey,
    enabled,
    queryFn: () => callEndpoint(listOwnEndpoint),
    refetchInterval: ({ state }) =>
      state.data?.collections.some((one) => one.state === 'scoring') ? lookAgainMs : false,
  })
}

export type OwnSearch = { keyword: string; collectionId: string | null }

/**
 * The number of rows is part of the query key. Only rows of ready collections count; otherwise each poll
 * would refetch the search.
 */
export const heldKey = (collections: readonly Pick<OwnCollection, 'id' | 'state' | 'rows'>[]): string =>
  collections
    .filter(({ state }) => state === 'ready')
    .map(({ id, rows }) => `${id} ${rows}`)
    .join()

export function useOwnAnswer<E extends JsonEndpoint>(
  endpoint: E,
  { keyword, collectionId }: OwnSearch,
  enabled = true,
) {
  const { data } = useOwnCollections(enabled)
  const question: readonly unknown[] = [...ownKey, endpoint.path, keyword, collectionId]
  return useQuery({
    queryKey: [...question, data && heldKey(data.collections)],
    enabled,
    queryFn: () =>
      callEndpoint(endpoint, {
        body: {
          ...(keyword === '' ? {} : { keyword }),
          ...(collectionId === null ? {} : { collectionIds: [collectionId] }),
        },
      }),
    // During a refetch because of new rows, the old data stays visible. During another search, it does not.
    placeholderData: (before, query) =>
      question.every((part, at) => query?.queryKey[at] === part) ? before : undefined,
  })
}

/** The user's rows that match a keyword. Without a keyword, the rows with the highest scores. */
export function useOwnSearch(asked: OwnSearch, enabled?: boolean) {
  return useOwnAnswer(searchOwnEndpoint, asked, enabled)
}
