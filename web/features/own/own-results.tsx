import { useQuery } from '@tanstack/react-query'
import BellPlus from 'lucide-react/icons/bell-plus'
import SearchX from 'lucide-react/icons/search-x'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { readOwnRowEndpoint } from '#contract/own-material.ts'
import type { SearchResult } from '#contract/search.ts'
import type { BriefNeed } from '#contract/search-brief.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { KeywordContext } from '#web/features/results/highlighted-text.tsx'
import { ResultToolsContext } from '#web/features/results/post-actions.tsx'
import { readPostKey } from '#web/features/results/post-key.ts'
import { counted, formatCount } from '#web/features/results/post-words.ts'
import { ResultList } from '#web/features/results/result-list.tsx'
import { ResultsSkeleton } from '#web/features/results/results-skeleton.tsx'
import { findersOfKeyword } from '#web/features/results/split-keyword.ts'
import { pickShown } from '#web/features/results/visible-rows.ts'
import { ScoredText } from '#web/features/scoring/scored-text.tsx'
import { RetryButton } from '#web/features/site/retry-button.tsx'
import { buttonLink } from '#web/ui/button.tsx'
import { SideDrawer } from '#web/ui/side-drawer.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { OwnNeeds } from './own-needs.tsx'
import { OwnRowFacts } from './own-row-facts.tsx'
import { type OwnSearch, useOwnSearch } from './use-own-material.ts'

function foundWords(count: number, keyword: string, ofNeed: boolean): string {
  const rows = counted(count, 'row')
  if (ofNeed) return `${rows} of this need`
  return keyword === '' ? `The ${rows} with the highest scores` : `${rows} for “${keyword}”`
}

type OwnResultsProps = {
  asked: OwnSearch
  /** The name of the collection, if only one is searched. */
  collection: string | null
}

export function OwnResults({ asked, collection }: OwnResultsProps) {
  const { keyword, collectionId } = asked
  const found = useOwnSearch(asked)
  // The row is kept while its drawer closes, so that the content does not change.
  const [row, setRow] = useState<{ key: string; open: boolean } | null>(null)
  // Own material is not saved on a device that others may use.
  const tools = useMemo(
    () => ({ openPost: (key: string) => setRow({ key, open: true }), toggleSaved: null }),
    [],
  )
  // A selected need counts only for this exact query.
  const question = `${keyword} ${collectionId}`
  const [chosen, setChosen] = useState<{ need: BriefNeed; question: string } | null>(null)
  const need = chosen?.question === question ? chosen.need : null
  if (found.isPending) return <ResultsSkeleton />
  if (found.isError) {
    return (
      <StatePanel
        icon={<SearchX />}
        tone="danger"
        title="Your material could not be searched"
        actions={<RetryButton error={found.error} onRetry={found.refetch} />}
      >
        <p>{failureMessage(found.error, 'Try again in a moment.')}</p>
      </StatePanel>
    )
  }
  const results = pickShown(found.data.results, { need, saved: null })
  const words = foundWords(results.length, keyword, need !== null)
  return (
    <ResultToolsContext value={tools}>
      <div className="flex flex-col gap-5">
        <p role="status" className="sr-only">
          {words}
        </p>
        <OwnNeeds
          asked={asked}
          chosen={need}
          onChoose={(next) => setChosen(next === null ? null : { need: next, question })}
          onOpen={tools.openPost}
        />
        {keyword === '' ? null : <WatchThis keyword={keyword} collection={collection} />}
        <FoundRows found={found.data} shown={results} keyword={keyword} words={words} />
        {row && (
          <RowDrawer rowKey={row.key} open={row.open} onClose={() => setRow({ ...row, open: false })} />
        )}
      </div>
    </ResultToolsContext>
  )
}

/** Links to a watch with this query. A query cannot name a collection whose name contains quotes. */
function WatchThis({ keyword, collection }: { keyword: string; collection: string | null }) {
  const within = collection === null || collection.includes('"') ? '' : ` in:"${collection}"`
  return (
    <Link
      to={`/watches?${new URLSearchParams({ q: `${keyword}${within}`, in: 'own' })}`}
      className={`${buttonLink()} self-start`}
    >
      <BellPlus className="size-4" />
      Watch this
    </Link>
  )
}

type FoundRowsProps = {
  found: NonNullable<ReturnType<typeof useOwnSearch>['data']>
  shown: readonly SearchResult[]
  keyword: string
  words: string
}

function FoundRows({ found, shown, keyword, words }: FoundRowsProps) {
  const finders = useMemo(() => findersOfKeyword(keyword), [keyword])
  const { otherLanguages, leftOut } = found
  const searched = `Searched ${counted(found.searchedRows, 'row')} of your own.`
  const others =
    otherLanguages === 0 ? '' : ` ${formatCount(otherLanguages)} in other languages are not searched.`
  if (found.results.length === 0) {
    return (
      <StatePanel icon={<SearchX />} title={keyword === '' ? 'No row yet' : `Nothing found for “${keyword}”`}>
        <p>
          {searched} {leftOut ?? 'Try fewer or more general words.'}
        </p>
      </StatePanel>
    )
  }
  return (
    <>
      <h3 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere">{words}</h3>
      <p className="-mt-3 text-sm text-ink-soft tabular-nums">
        {searched}
        {others} {leftOut}
      </p>
      <KeywordContext value={finders}>
        {shown.length === 0 ? (
          <p className="text-sm text-ink-soft">
            The rows of this need are not in this list. Use the arrow beside the need above to see them.
          </p>
        ) : (
          <ResultList rows={shown} current={null} asFound={false} />
        )}
      </KeywordContext>
    </>
  )
}

type RowDrawerProps = { rowKey: string; open: boolean; onClose: () => void }

function RowDrawer({ rowKey, open, onClose }: RowDrawerProps) {
  const row = useQuery({
    queryKey: [...ownKey, 'row', rowKey],
    queryFn: () => callEndpoint(readOwnRowEndpoint, { params: { rowId: readPostKey(rowKey)?.id ?? '' } }),
  })
  return (
    <SideDrawer
      open={open}
      onClose={onClose}
      title={row.data?.collection ?? 'Your material'}
      toolbar={<span className="text-sm text-ink-soft">Only you can see this</span>}
      findReturn={() => document.querySelector(`[data-opens="${CSS.escape(rowKey)}"]`)}
    >
      <div className="mt-4">
        {row.data === undefined ? (
          row.isError ? (
            <p>{failureMessage(row.error, 'This row could not be read.')}</p>
          ) : (
            <Skeleton className="h-64 w-full" />
          )
        ) : (
          <>
            <OwnRowFacts row={row.data} />
            <ScoredText textLabel="Text of the row" post={row.data} />
          </>
        )}
      </div>
    </SideDrawer>
  )
}
