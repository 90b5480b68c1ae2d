import type { ReactNode } from 'react'
import { EvidenceLegend } from '#web/features/results/highlighted-text.tsx'
import { opportunityBands } from '#web/features/results/opportunity-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'

export function HowItWorks() {
  return (
    <ol className="grid gap-x-10 gap-y-8 md:grid-cols-2">
      <Step number={1} title="It reads sentence by sentence">
        Title and text, once from start to end. Quoted lines count nothing, “I don’t hate it” is not hate, “I
        don’t need a tool” asks for none.
      </Step>
      <Step number={2} title="Sentences show signals">
        Asking for a tool, a workaround, time lost: each signal has a written definition, and was learned from
        sentences that raters marked. A sentence that shows one is the reason you see.
        <EvidenceLegend />
      </Step>
      <Step number={3} title="Signals make the score">
        Each signal has a worth, the same for every post: the table below is all of it. A second sentence of
        the same signal adds less than the first. What words say beside every signal is one small line, “other
        wording”.
      </Step>
      <Step number={4} title="The points add up">
        Every post starts from the same value, and each reason’s points are its share of the way from there to
        the score. Upvotes, comments, author, community and date give no point.
        <ul className="flex flex-wrap gap-x-5 gap-y-2">
          {opportunityBands.map((band) => (
            <li key={band.word} className="flex items-center gap-2">
              <Badge variant={band.variant}>{band.word}</Badge>
              <span className="text-sm tabular-nums">{band.range}</span>
            </li>
          ))}
        </ul>
      </Step>
    </ol>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-on-accent-soft tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0">
        <h3 className="leading-8 font-semibold">{title}</h3>
        <div className="mt-1 flex flex-col gap-3 leading-7 text-pretty text-ink-soft">{children}</div>
      </div>
    </li>
  )
}
