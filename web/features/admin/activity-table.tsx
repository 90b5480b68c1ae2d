import type { ReactNode } from 'react'
import { ScrollBox } from '#web/features/scoring/scroll-box.tsx'
import { Button } from '#web/ui/button.tsx'
import { SkeletonRows } from './users-table.tsx'

type ActivityTableProps = {
  caption: string
  columns: readonly string[]
  loading: boolean
  /** True while there are older rows. */
  more: boolean
  loadingMore: boolean
  onMore: () => void
  children: ReactNode
}

/** Rows of what happened, newest first, with a way to older ones. */
export function ActivityTable(props: ActivityTableProps) {
  const { caption, columns, loading, more, loadingMore, onMore, children } = props
  return (
    <>
      <ScrollBox
        label={caption}
        className="overflow-x-auto rounded-card border border-line bg-surface shadow-lift"
      >
        <table className="w-full min-w-[46rem] border-collapse text-left text-sm tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="text-ink-soft">
              {columns.map((name) => (
                <th key={name} scope="col" className="px-4 py-3 font-medium whitespace-nowrap">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&_td]:px-4 [&_td]:py-3 [&_th[scope=row]]:px-4 [&_th[scope=row]]:py-3 [&>tr]:border-t [&>tr]:border-line">
            {loading ? <SkeletonRows rows={10} columns={columns.length} /> : children}
          </tbody>
        </table>
      </ScrollBox>
      {more ? (
        <Button className="self-center" disabled={loadingMore} onClick={onMore}>
          {loadingMore ? 'Loading...' : 'Show older'}
        </Button>
      ) : null}
    </>
  )
}
