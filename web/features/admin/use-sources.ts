import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type AdminSource,
  addSourceEndpoint,
  adminSourcesEndpoint,
  changeSourceEndpoint,
  exportOpmlEndpoint,
  importOpmlEndpoint,
  removeSourceEndpoint,
  trySourceEndpoint,
} from '#contract/admin-sources.ts'
import { fetchDownload } from '#web/api-client.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { saveFile } from '#web/features/site/save-file.ts'
import { showToast } from '#web/ui/toast.tsx'
import { auditLogKey, healthKey, scanKey, sourcesKey } from './admin-cache.ts'
import { adminFailure, callAdmin } from './admin-call.ts'
import { refreshIntervals } from './refresh-intervals.ts'

/** While something is being read or removed the list follows it. */
const busyMs = 3_000

const isBusy = (source: AdminSource) => source.waiting || source.state === 'removing'

/** Every source and how it does. */
export function useSources() {
  return useQuery({
    queryKey: sourcesKey,
    queryFn: () => callAdmin(adminSourcesEndpoint),
    refetchInterval: ({ state }) => (state.data?.sources.some(isBusy) ? busyMs : refreshIntervals.statsMs),
  })
}

function useRefresh() {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of [sourcesKey, scanKey, healthKey, auditLogKey]) {
      void queryClient.invalidateQueries({ queryKey })
    }
  }
}

/** Finds out what stands at an address. */
export function useTrySource() {
  return useMutation({ mutationFn: (url: string) => callAdmin(trySourceEndpoint, { url }) })
}

export function useAddSource(onAdded: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (url: string) => callAdmin(addSourceEndpoint, { url }),
    onSuccess: ({ title }) => {
      onAdded()
      showToast({ title: 'Source added', description: `${title} is being read. Its posts come in now.` })
    },
    onSettled: refresh,
  })
}

type Change = { enabled?: boolean; everyHours?: number; communities?: readonly string[] }

export function useChangeSource(onChanged: () => void = () => {}) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, ...change }: { id: string } & Change) =>
      callAdmin(changeSourceEndpoint, change, { sourceId: id }),
    onSuccess: ({ title }) => {
      onChanged()
      showToast({ title: 'Source changed', description: `${title} is changed from now on.` })
    },
    onSettled: refresh,
  })
}

export function useRemoveSource(onDone: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: string) => callAdmin(removeSourceEndpoint, undefined, { sourceId: id }),
    onSuccess: ({ title }) =>
      showToast({ title: 'Source removed', description: `What ${title} brought is being deleted.` }),
    onError: (error) =>
      showToast({
        title: 'Source not removed',
        description: failureMessage(error, 'The source could not be removed. Please try again.'),
        tone: 'destructive',
      }),
    onSettled: () => {
      onDone()
      refresh()
    },
  })
}

/** Adds the feeds of a file. */
export function useImportOpml() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (file: File) => callAdmin(importOpmlEndpoint, { opml: await file.text() }),
    onSettled: refresh,
  })
}

/** Saves the feeds as a file that readers of feeds take. */
export function useExportOpml() {
  return useMutation({
    mutationFn: async () => {
      const content = await fetchDownload(exportOpmlEndpoint, {}).catch((error: unknown) => {
        throw adminFailure(error)
      })
      saveFile(content, 'unmet-feeds.opml')
    },
    onError: (error) =>
      showToast({
        title: 'Download failed',
        description: failureMessage(error, 'The list of feeds could not be saved. Please try again.'),
        tone: 'destructive',
      }),
  })
}
