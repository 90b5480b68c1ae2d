import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Button } from '#web/ui/button.tsx'
import { formatCount, formatCounted } from './format-figure.ts'

type UsersPagerProps = {
  page: number
  pageSize: number
  matching: number
  onPage: (page: number) => void
}

/** Which page of the list the table shows, with links to the next and previous; nothing where one page holds all. */
export function UsersPager({ page, pageSize, matching, onPage }: UsersPagerProps) {
  const pages = Math.ceil(matching / pageSize)
  if (pages <= 1) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, matching)
  return (
    <nav aria-label="Pages of users" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="text-ink-soft tabular-nums">
        {formatCount(first)}-{formatCount(last)} of {formatCounted(matching, 'match', 'matches')}
      </p>
      <div className="flex items-center gap-2">
        <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden="true" className="size-4" />
          Previous
        </Button>
        <span className="px-1 tabular-nums">
          Page {formatCount(page)} of {formatCount(pages)}
        </span>
        <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </nav>
  )
}
