import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createOwnEndpoint,
  deleteOwnEndpoint,
  listOwnEndpoint,
  mapOwnEndpoint,
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
import { failureWords } from '#web/failure-messages.ts'
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
        description: failureWords(error, 'Please try again.'),
        tone: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownKey }),
  })
}

type OwnSearch = { keyword: string; collectionId: string | null }

/** What is held is part of a question: rows that are scored now are found now. */
const useHeld = (enabled = true) =>
  useOwnCollections(enabled)
    .data?.collections.map(({ id, state, rows }) => `${id} ${state} ${rows}`)
    .join()

const askedOf = ({ keyword, collectionId }: OwnSearch) => ({
  ...(keyword === '' ? {} : { keyword }),
  ...(collectionId === null ? {} : { collectionIds: [collectionId] }),
})

/** The person's rows for a keyword; without one those with the highest scores. */
export function useOwnSearch({ keyword, collectionId }: OwnSearch, enabled = true) {
  const held = useHeld(enabled)
  return useQuery({
    queryKey: [...ownKey, 'search', keyword, collectionId, held],
    enabled,
    queryFn: () => callEndpoint(searchOwnEndpoint, { body: askedOf({ keyword, collectionId }) }),
  })
}

/** What the rows of a search need, and how many public posts want the same. */
export function useOwnBrief({ keyword, collectionId }: OwnSearch) {
  const held = useHeld()
  return useQuery({
    queryKey: [...ownKey, 'brief', keyword, collectionId, held],
    queryFn: () => callEndpoint(ownBriefEndpoint, { body: askedOf({ keyword, collectionId }) }),
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
