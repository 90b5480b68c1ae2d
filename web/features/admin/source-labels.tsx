import type { AdminSource, SourceFacts } from '#contract/admin-sources.ts'

export const kindLabels: Readonly<Record<AdminSource['kind'], { kind: string; parts: string }>> = {
  feed: { kind: 'Feed', parts: 'Parts' },
  discourse: { kind: 'Discourse forum', parts: 'Categories' },
  lemmy: { kind: 'Lemmy', parts: 'Communities' },
  piefed: { kind: 'PieFed', parts: 'Communities' },
  'hacker-news': { kind: 'Hacker News', parts: 'Parts' },
  'stack-exchange': { kind: 'Stack Exchange', parts: 'Tags' },
  github: { kind: 'Issues at GitHub', parts: 'Labels' },
  reddit: { kind: 'Reddit', parts: 'Communities' },
  'arctic-shift': { kind: 'Arctic Shift', parts: 'Communities' },
}

/** Labels for how often a source is read; each key is the interval in hours. */
export const rhythmLabel = {
  1: 'Every hour',
  3: 'Every 3 hours',
  6: 'Every 6 hours',
  12: 'Every 12 hours',
  24: 'Once a day',
  168: 'Once a week',
} as const

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

/** Notes about posts that were skipped or changed when a source was read. */
export function NoteList({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul aria-label="What is skipped" className="list-disc pl-5 text-sm leading-6 text-pretty text-ink-soft">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
