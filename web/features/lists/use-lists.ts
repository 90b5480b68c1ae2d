import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  deleteListEndpoint,
  listListsEndpoint,
  readListsEndpoint,
  saveListEndpoint,
} from '#contract/community-lists.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { showToast } from '#web/ui/toast.tsx'

const listsKey = [...ownKey, 'lists']

export function useLists() {
  return useQuery({ queryKey: listsKey, queryFn: () => callEndpoint(listListsEndpoint) })
}

/** Reads an export of another tool; nothing of it is kept. */
export function useReadLists() {
  return useMutation({ mutationFn: (text: string) => callEndpoint(readListsEndpoint, { body: { text } }) })
}

const failed = (title: string) => (error: Error) =>
  showToast({ title, description: failureMessage(error, 'Please try again.'), tone: 'destructive' })

export function useSaveList() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ name, communities }: { name: string; communities: string[] }) =>
      callEndpoint(saveListEndpoint, { body: { listName: name, communities } }),
    onError: failed('The list was not saved'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listsKey }),
  })
}

export function useDeleteList() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (listId: string) => callEndpoint(deleteListEndpoint, { params: { listId } }),
    onError: failed('The list was not deleted'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listsKey }),
  })
}
