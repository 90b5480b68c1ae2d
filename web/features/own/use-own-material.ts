import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createOwnEndpoint,
  deleteOwnEndpoint,
  listOwnEndpoint,
  mapOwnEndpoint,
  type OwnCollection,
  type OwnFormat,
  type OwnMapping,
  ownBriefEndpoint,
  previewOwnEndpoint,
  readOwnRowEndpoint,
  searchOwnEndpoint,
  uploadOwnPartEndpoint,
} from '#contract/own-material.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { showToast } from '#web/ui/toast.tsx'
import { fileParts } from './file-parts.ts'

const lookAgainMs = 1500

const listKey = [...ownKey, 'collections']

/** The person's collections; looked at again while one of them is being scored. */
export function useOwnCollections(enabled = true) {
  return useQuery({
    queryKey: listKey,
    enabled,
    queryFn: () => callEndpoint(listOwnEndpoint),
    refetchInterval: ({ state }) =>
      state.data?.collections.some((one) => one.state === 'scoring') ? lookAgainMs : false,
  })
}

export type SentFile = { name: string; file: Blob }

/** Sends a file in parts. What was sent of one that fails half way is removed. */
export function useUpload(onPart: (sentParts: number) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, file }: SentFile) => {
      const { id } = await callEndpoint(createOwnEndpoint, { body: { collectionName: name } })
      const params = { collectionId: id }
      try {
        let part = 0
        for await (const text of fileParts(file)) {
          await callEndpoint(uploadOwnPartEndpoint, {
            params: { ...params, part: String(part) },
            body: { text },
          })
          part += 1
          onPart(part)
        }
      } catch (error) {
        await callEndpoint(deleteOwnEndpoint, { params }).catch(() => {})
        throw error
      }
      return id
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  })
}

export type ReadAs = { format?: OwnFormat; hasHeader?: boolean }

/** How an uploaded file would be read. */
export function usePreview(collectionId: string, as: ReadAs) {
  return useQuery({
    queryKey: [...ownKey, 'preview', collectionId, as],
    queryFn: () => callEndpoint(previewOwnEndpoint, { params: { collectionId }, body: as }),
    placeholderData: (before) => before,
  })
}

export function useMapping(collectionId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (mapping: OwnMapping) =>
      callEndpoint(mapOwnEndpoint, { params: { collectionId }, body: { mapping } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  })
}

/** Removes a collection, and tells of it even where the last one took its list along; what was found is asked for anew. */
export function useDeleteCollection() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (collectionId: string) => callEndpoint(deleteOwnEndpoint, { params: { collectionId } }),
    onSuccess: ({ message }) => showToast({ title: 'Collection deleted', description: message }),
    onError: (error) =>
      showToast({
        title: 'Could not delete it',
        description: failureMessage(error, 'Please try again.'),
        tone: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownKey }),
  })
}

type OwnSearch = { keyword: string; collectionId: string | null }

/** What is held is part of a question. Rows count once their collection is ready: it would be asked anew at every look otherwise. */
export const heldKey = (collections: readonly Pick<OwnCollection, 'id' | 'state' | 'rows'>[]): string =>
  collections
    .filter(({ state }) => state === 'ready')
    .map(({ id, rows }) => `${id} ${rows}`)
    .join()

function useHeld(enabled = true): string | undefined {
  const { data } = useOwnCollections(enabled)
  return data && heldKey(data.collections)
}

const questionKey = (use: 'search' | 'brief', { keyword, collectionId }: OwnSearch) =>
  [...ownKey, use, keyword, collectionId] as const

/** What was found stays while the same question is asked of more rows; another question shows nothing of it. */
const keepsAnswer =
  (question: readonly unknown[]) =>
  <T>(before: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    question.every((part, at) => query?.queryKey[at] === part) ? before : undefined

const askedOf = ({ keyword, collectionId }: OwnSearch) => ({
  ...(keyword === '' ? {} : { keyword }),
  ...(collectionId === null ? {} : { collectionIds: [collectionId] }),
})

/** The person's rows for a keyword; without one those with the highest scores. */
export function useOwnSearch(asked: OwnSearch, enabled = true) {
  const held = useHeld(enabled)
  const question = questionKey('search', asked)
  return useQuery({
    queryKey: [...question, held],
    enabled,
    queryFn: () => callEndpoint(searchOwnEndpoint, { body: askedOf(asked) }),
    placeholderData: keepsAnswer(question),
  })
}

/** What the rows of a search need, and how many public posts want the same. */
export function useOwnBrief(asked: OwnSearch) {
  const held = useHeld()
  const question = questionKey('brief', asked)
  return useQuery({
    queryKey: [...question, held],
    queryFn: () => callEndpoint(ownBriefEndpoint, { body: askedOf(asked) }),
    placeholderData: keepsAnswer(question),
  })
}

/** One row, whole. */
export function useOwnRow(rowId: string | null) {
  return useQuery({
    queryKey: [...ownKey, 'row', rowId],
    enabled: rowId !== null,
    queryFn: () => callEndpoint(readOwnRowEndpoint, { params: { rowId: rowId ?? '' } }),
  })
}
