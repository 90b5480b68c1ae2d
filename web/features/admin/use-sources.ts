import { useQuery } from '@tanstack/react-query'
import { adminHealthEndpoint, auditLogEndpoint } from '#contract/admin-overview.ts'
import { adminScanEndpoint } from '#contract/admin-scan.ts'
import {
  type AdminSource,
  addSourceEndpoint,
  adminSourcesEndpoint,
  changeSourceEndpoint,
  importOpmlEndpoint,
  removeSourceEndpoint,
} from '#contract/admin-sources.ts'
import { useAction } from '#web/use-action.ts'
import { adminKey, adminKeys, callAdmin, refreshIntervals } from './admin-call.ts'

/** While something is being read or removed the list follows it. */
const busyMs = 3_000

const isBusy = (source: AdminSource) => source.waiting || source.state === 'removing'

export function useSources() {
  return useQuery({
    queryKey: adminKey(adminSourcesEndpoint),
    queryFn: () => callAdmin(adminSourcesEndpoint),
    refetchInterval: ({ state }) => (state.data?.sources.some(isBusy) ? busyMs : refreshIntervals.statsMs),
  })
}

const invalidates = adminKeys(adminSourcesEndpoint, adminScanEndpoint, adminHealthEndpoint, auditLogEndpoint)

export function useAddSource(onDone: () => void) {
  return useAction({
    run: (url: string) => callAdmin(addSourceEndpoint, { url }),
    onDone,
    toast: ({ title }) => ({
      title: 'Source added',
      description: `${title} is being read. Its posts come in now.`,
    }),
    invalidates,
  })
}

type Change = { enabled?: boolean; everyHours?: number; communities?: readonly string[] }

export function useChangeSource(onDone?: () => void) {
  return useAction({
    run: ({ id, ...change }: { id: string } & Change) =>
      callAdmin(changeSourceEndpoint, change, { sourceId: id }),
    onDone: () => onDone?.(),
    toast: ({ title }) => ({ title: 'Source changed', description: `${title} is changed from now on.` }),
    invalidates,
  })
}

export function useRemoveSource(onSettled: () => void) {
  return useAction({
    run: (id: string) => callAdmin(removeSourceEndpoint, undefined, { sourceId: id }),
    toast: ({ title }) => ({
      title: 'Source removed',
      description: `What ${title} brought is being deleted.`,
    }),
    failed: { title: 'Source not removed', words: 'The source could not be removed. Please try again.' },
    onSettled,
    invalidates,
  })
}

export function useImportOpml() {
  return useAction({
    run: async (file: File) => callAdmin(importOpmlEndpoint, { opml: await file.text() }),
    invalidates,
  })
}
