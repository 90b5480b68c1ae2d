import type { SearchResult } from '#contract/search.ts'
import { scoreGroups, strongestReason } from './explain-result.ts'
import { Points } from './points.tsx'

const reasonsNamed = 3

/** The signals that moved a score most, each with the sentence that shows it best. */
export function StrongestReasons({ result }: { result: SearchResult }) {
  const groups = scoreGroups(result).slice(0, reasonsNamed)
  if (groups.length === 0)
    return <p className="text-sm leading-6">No sentence shows a need, or speaks against one.</p>
  return (
    <ol aria-label="The strongest reasons" className="flex flex-col gap-1.5 text-sm leading-6">
      {groups.map((group) => {
        const reason = strongestReason(group)
        return (
          <li key={group.signal} className="text-pretty wrap-anywhere">
            <span className="font-semibold">{group.label}</span>{' '}
            <Points value={group.points} className="font-medium" />
            {reason === undefined ? null : (
              <span className="text-ink-soft">
                : <bdi>“{reason.text}”</bdi>
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
