import SearchX from 'lucide-react/icons/search-x'
import { useMemo, useRef, useState } from 'react'
import { failureMessage } from '#web/failure-messages.ts'
import { formatCount } from '#web/features/results/coverage-messages.ts'
import { KeywordContext, keywordPattern } from '#web/features/results/keyword-marks.ts'
import { postKey, readPostKey } from '#web/features/results/post-key.ts'
import { ResultList } from '#web/features/results/result-list.tsx'
import { ResultToolsContext } from '#web/features/results/result-tools.ts'
import { ResultsSkeleton } from '#web/features/results/results-skeleton.tsx'
import { ScoredText } from '#web/features/scoring/scored-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { SideDrawer } from '#web/ui/side-drawer.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { rowLabels } from './collection-labels.ts'
import { type OwnNeed, OwnNeeds } from './own-needs.tsx'
import { useOwnRow, useOwnSearch } from './use-own-material.ts'

type OwnResultsProps = { keyword: string; collectionId: string | null }

type ChosenNeed = OwnNeed & { asked: string }

function foundWords(count: number, keyword: string, ofNeed: boolean): string {
  const rows = rowLabels(count)
  if (ofNeed) return `${rows} of this need`
  return keyword === '' ? `The ${rows} with the highest scores` : `${rows} for “${keyword}”`
}

/** The person's rows for a keyword, with all that explains their scores. */
export function OwnResults({ keyword, collectionId }: OwnResultsProps) {
  const found = useOwnSearch({ keyword, collectionId })
  const [open, setOpen] = useState<string | null>(null)
  // Nothing of one's own is saved on a device that others may use.
  const tools = useMemo(
    () => ({ openPost: (key: string) => setOpen(readPostKey(key)?.id ?? null), toggleSaved: null }),
    [],
  )
  // The need whose rows alone are shown, of this very question.
  const asked = `${keyword} ${collectionId}`
  const [chosen, setNeed] = useState<ChosenNeed | null>(null)
  const need = chosen?.asked === asked ? chosen : null
  const pattern = useMemo(() => keywordPattern(keyword), [keyword])
  if (found.isPending) return <ResultsSkeleton />
  if (found.isError) {
    return (
      <StatePanel
        icon={<SearchX />}
        tone="danger"
        title="Your material could not be searched"
        actions={<Button onClick={() => void found.refetch()}>Try again</Button>}
      >
        <p>{failureMessage(found.error, 'Try again in a moment.')}</p>
      </StatePanel>
    )
  }
  const { results: all, searchedRows, otherLanguages, leftOut } = found.data
  const results = need === null ? all : all.filter((row) => need.rows.has(postKey(row)))
  const searched = `Searched ${rowLabels(searchedRows)} of your own.`
  const others =
    otherLanguages === 0 ? '' : ` ${formatCount(otherLanguages)} in other languages are not searched.`
  const words = foundWords(results.length, keyword, need !== null)
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="sr-only">
        {words}
      </p>
      <OwnNeeds
        keyword={keyword}
        collectionId={collectionId}
        chosen={need?.key ?? null}
        onChoose={(next) => setNeed(next === null ? null : { ...next, asked })}
        onOpen={tools.openPost}
      />
      {all.length === 0 ? (
        <StatePanel
          icon={<SearchX />}
          title={keyword === '' ? 'No row yet' : `Nothing found for “${keyword}”`}
        >
          <p>
            {searched} {leftOut ?? 'Try fewer or more general words.'}
          </p>
        </StatePanel>
      ) : (
        <>
          <h3 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere">{words}</h3>
          <p className="-mt-3 text-sm text-ink-soft tabular-nums">
            {searched}
            {others} {leftOut}
          </p>
          <ResultToolsContext value={tools}>
            <KeywordContext value={pattern}>
              {results.length === 0 ? (
                <p className="text-sm text-ink-soft">
                  The rows of this need are not among those listed here. Its arrow above leads to them.
                </p>
              ) : (
                <ResultList rows={results} current={null} asFound={false} />
              )}
            </KeywordContext>
          </ResultToolsContext>
        </>
      )}
      <RowDrawer rowId={open} onClose={() => setOpen(null)} />
    </div>
  )
}

function RowDrawer({ rowId, onClose }: { rowId: string | null; onClose: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  // While it slides away, the drawer shows what it showed.
  const [last, setLast] = useState(rowId)
  if (rowId !== null && rowId !== last) setLast(rowId)
  const row = useOwnRow(last)
  return (
    <SideDrawer
      open={rowId !== null}
      onClose={onClose}
      title={row.data?.collection ?? 'Your material'}
      titleRef={title}
      toolbar={<span className="text-sm text-ink-soft">Only you can see this</span>}
      findReturn={() =>
        document.querySelector(`[data-opens="${postKey({ source: 'own', id: last ?? '' })}"]`)
      }
    >
      <div className="mt-4">
        {row.data === undefined ? (
          row.isError ? (
            <p>{failureMessage(row.error, 'This row could not be read.')}</p>
          ) : (
            <Skeleton className="h-64 w-full" />
          )
        ) : (
          <ScoredText
            textLabel="Text of the row"
            result={{
              ...row.data,
              source: 'own',
              subreddit: row.data.collection,
              score: null,
              comments: null,
              match: 'post',
              sample: false,
              excerpt: row.data.selftext,
              excerptStart: 0,
              textCharacters: row.data.selftext.length,
            }}
          />
        )}
      </div>
    </SideDrawer>
  )
}
