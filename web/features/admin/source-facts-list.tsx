import type { SourceFacts } from '#contract/admin-sources.ts'

export function SourceFactsList({ facts }: { facts: SourceFacts }) {
  const lines = [
    ['Terms', facts.terms],
    ['Limits', facts.limits],
    ['Rights', facts.rights],
  ]
  return (
    <dl className="grid gap-x-4 gap-y-2 text-sm leading-6 sm:grid-cols-[4rem_minmax(0,1fr)]">
      {lines.map(([term, words]) => (
        <div key={term} className="contents">
          <dt className="font-medium">{term}</dt>
          <dd className="text-pretty text-ink-soft">{words}</dd>
        </div>
      ))}
    </dl>
  )
}
