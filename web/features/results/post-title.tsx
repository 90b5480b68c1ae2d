import type { SearchResult } from '#contract/search.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { HighlightedText } from './highlighted-text.tsx'

/** The title of a post that is read, with its marks; also while it is on its way, or did not come. */
export function PostTitle({ result, failed }: { result: SearchResult | undefined; failed: boolean }) {
  if (result === undefined) {
    if (failed) return 'This post could not be opened'
    return (
      <>
        <span className="sr-only">Loading the post</span>
        <Skeleton className="h-7 w-4/5" />
      </>
    )
  }
  if (result.title.trim() === '') return <span className="text-ink-soft">Post without a title</span>
  const spans = result.evidence.filter((span) => span.field === 'title')
  return (
    <span data-field="title">
      <HighlightedText text={result.title} spans={spans} reachable />
    </span>
  )
}
