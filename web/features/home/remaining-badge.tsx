import type { UsageStats } from '#contract/usage.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { remainingMessage, searchesLeft } from './allowance-messages.ts'

/** What is left of the month; nothing where it could not be read. */
export function RemainingBadge({ usage, failed }: { usage: UsageStats | undefined; failed: boolean }) {
  if (failed && !usage) return null
  if (!usage) return <Skeleton shape="round" className="h-7 w-56" />
  const left = searchesLeft(usage)
  const words = (
    <Badge variant={left === null ? 'default' : left === 0 ? 'notice' : 'secondary'} className="text-sm">
      {remainingMessage(left)}
    </Badge>
  )
  if (left !== null) return words
  return (
    <div className="flex flex-wrap gap-2">
      <Badge variant="secondary" className="text-sm">
        Pro
      </Badge>
      {words}
    </div>
  )
}
