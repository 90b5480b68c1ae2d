import { useMutation, useQuery } from '@tanstack/react-query'
import {
  deleteListEndpoint,
  listListsEndpoint,
  readListsEndpoint,
  saveListEndpoint,
} from '#contract/community-lists.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { useAction } from '#web/use-action.ts'

const listsKey = [...ownKey, 'lists']
const renewed = { invalidates: [listsKey], awaitsRefetch: true }

export function useLists() {
  return useQuery({ queryKey: listsKey, queryFn: () => callEndpoint(listListsEndpoint) })
}

/** Reads an export of another tool; nothing of it is kept. */
export function useReadLists() {
  return useMutation({ mutationFn: (text: string) => callEndpoint(readListsEndpoint, { body: { text } }) })
}

export function useSaveList() {
  return useAction({
    run: ({ name, communities }: { name: string; communities: string[] }) =>
      callEndpoint(saveListEndpoint, { body: { listName: name, communities } }),
    failed: { title: 'The list was not saved', words: 'Please try again.' },
    ...renewed,
  })
}

export function useDeleteList() {
  return useAction({
    run: (listId: string) => callEndpoint(deleteListEndpoint, { params: { listId } }),
    failed: { title: 'The list was not deleted', words: 'Please try again.' },
    ...renewed,
  })
}
