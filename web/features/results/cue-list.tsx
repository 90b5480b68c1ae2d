import type { SearchResult } from '#contract/search.ts'
import { toldBy } from './explain-result.ts'

type CueListProps = { result: SearchResult; scorerVersion: string | undefined }

/** For whoever wants to look closer: the few words that told each signal, and to which version of the scorer. */
export function CueList({ result, scorerVersion }: CueListProps) {
  const told = toldBy(result)
  if (told.length === 0) return null
  return (
    <details className="text-sm leading-6">
      <summary className="inline-block rounded-control py-1 font-medium hover:text-accent">
        The words that told it
      </summary>
      <dl className="mt-1 grid gap-y-1">
        {told.map(({ signal, label, cues }) => (
          <div key={signal} className="wrap-anywhere">
            <dt className="inline font-medium">{label}: </dt>
            <dd className="inline text-ink-soft">
              <bdi>{cues.map((cue) => `“${cue}”`).join(', ')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {scorerVersion === undefined ? null : (
        <p className="mt-2 text-xs text-ink-soft">Scored by version {scorerVersion}</p>
      )}
    </details>
  )
}
