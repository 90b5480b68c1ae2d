import { useQuery } from '@tanstack/react-query'
import Radio from 'lucide-react/icons/radio'
import { type AdminSource, type AdminSources, adminSourcesEndpoint } from '#contract/admin-sources.ts'
import { Callout } from '#web/ui/callout.tsx'
import { AddSource } from './add-source.tsx'
import { adminKey, callAdmin, refreshIntervals } from './admin-call.ts'
import { AdminSection, QueryContent } from './admin-section.tsx'
import { ScanKeywords } from './scan-keywords.tsx'
import { SourceCard } from './source-card.tsx'

/** The list is polled while a source is being read or removed. */
const busyMs = 3_000

const isBusy = (source: AdminSource) => source.waiting || source.state === 'removing'

export function useSources() {
  return useQuery({
    queryKey: adminKey(adminSourcesEndpoint),
    queryFn: () => callAdmin(adminSourcesEndpoint),
    refetchInterval: ({ state }) => (state.data?.sources.some(isBusy) ? busyMs : refreshIntervals.statsMs),
  })
}

export function SourcesTab() {
  return (
    <QueryContent query={useSources()} what="The sources" skeleton="h-96">
      {(read) => <Sources {...read} />}
    </QueryContent>
  )
}

function Sources({ sources, suggestions, readsByItself }: AdminSources) {
  const isEmpty = !sources.some(({ state }) => state === 'on')
  return (
    <div className="flex flex-col gap-10">
      {isEmpty ? (
        <Callout tone="notice" icon={<Radio />}>
          <p>
            No source is active yet: searches cover imported posts, or a starter collection of samples. Add a
            source, and the first real posts arrive within minutes.
          </p>
        </Callout>
      ) : null}
      <AddSource suggestions={suggestions} />
      {sources.length === 0 ? null : (
        <AdminSection
          title="Sources"
          lead={`Every search queries the searchable sources. Each source is also read on its own schedule${readsByItself ? '' : ', if SCAN_AT is set to a time'}.`}
        >
          <ul className="grid items-start gap-3 sm:gap-4 lg:grid-cols-2">
            {sources.map((source) => (
              <li key={`${source.kind} ${source.name} ${source.address}`} className="min-w-0">
                <SourceCard source={source} />
              </li>
            ))}
          </ul>
        </AdminSection>
      )}
      <ScanKeywords />
    </div>
  )
}
