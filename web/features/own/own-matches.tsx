import FolderLock from 'lucide-react/icons/folder-lock'
import { Link } from 'react-router'
import { limits } from '#contract/limits.ts'
import { counted } from '#web/features/results/post-words.ts'
import { Callout } from '#web/ui/callout.tsx'
import { useOwnCollections, useOwnSearch } from './use-own-material.ts'

/**
 * Shows beside public results how many rows of the user's own material also match. Without a match, shows
 * nothing.
 */
export function OwnMatches({ keyword }: { keyword: string }) {
  const own = useOwnCollections()
  const hasRows = own.data?.collections.some((one) => one.state === 'ready' && one.rows > 0) ?? false
  const found = useOwnSearch({ keyword, collectionId: null }, hasRows)
  const results = found.data?.results ?? []
  const [first] = results
  if (first === undefined) return null
  const most = results.length === limits.resultsPerSearch ? 'At least ' : ''
  return (
    <Callout icon={<FolderLock />}>
      <Link
        to={`/own?${new URLSearchParams({ q: keyword })}`}
        className="font-medium underline underline-offset-4"
      >
        {most}
        {counted(results.length, 'row')} of your own material
      </Link>{' '}
      {results.length === 1 ? 'matches' : 'match'} too. First: “<bdi>{first.title}</bdi>” (
      {first.opportunityScore}
      ). Only you see {results.length === 1 ? 'it' : 'them'}.
    </Callout>
  )
}
