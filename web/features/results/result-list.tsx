import { Fragment, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import type { SearchResult } from '#contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { postKey } from './post-key.ts'
import { counted } from './post-words.ts'
import { ResultRow } from './result-row.tsx'
import type { Workbench } from './use-workbench.ts'

const offerAfter = 3

type ResultListProps = {
  rows: readonly SearchResult[]
  /** The key of the post that is open beside the list; null for none. */
  current: string | null
  /** True if the rows are in the order of the search, without filters. */
  asFound: boolean
  offer?: ReactNode
}

export function ResultList({ rows, current, asFound, offer = null }: ResultListProps) {
  const offerAt = Math.min(offerAfter, rows.length) - 1
  return (
    <ol aria-label="Results" data-as-found={asFound ? '' : undefined} className="-mx-2.5 flex flex-col">
      {rows.map((result, at) => {
        const key = postKey(result)
        return (
          <Fragment key={key}>
            <ResultRow result={result} current={key === current} />
            {at === offerAt && offer !== null ? <li className="my-1 px-2.5">{offer}</li> : null}
          </Fragment>
        )
      })}
    </ol>
  )
}

export function ListEnd({ bench }: { bench: Workbench }) {
  const { rows, list, folded, offTopic, opened } = bench.visible
  const left = list.length - rows.length
  const below = `below ${limits.potentialScore}`
  const parts = [
    { count: folded - offTopic, what: below, said: `the posts ${below}` },
    { count: offTopic, what: 'likely about something else', said: 'those likely about something else' },
  ].filter(({ count }) => count > 0)
  if (left === 0 && folded === 0 && opened === 0) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-sm text-ink-soft tabular-nums">
      {left > 0 ? (
        <Button onClick={bench.showMore}>
          Show more <span className="sr-only">posts</span>
        </Button>
      ) : null}
      {left > 0 ? <p>{left} more in this list</p> : null}
      {folded === 0 ? null : (
        <p className="flex flex-wrap items-center gap-x-2">
          {parts.map(({ count, what }) => `${counted(count, 'post')} ${what}`).join(', ')}
          <Button variant="quiet" onClick={bench.showWeak} className="underline underline-offset-4">
            show <span className="sr-only">{parts.map(({ said }) => said).join(' and ')}</span>
          </Button>
        </p>
      )}
      {opened === 0 ? null : (
        <Button variant="quiet" onClick={bench.hideWeak} className="underline underline-offset-4">
          Hide the last {counted(opened, 'post')}
        </Button>
      )}
    </div>
  )
}
