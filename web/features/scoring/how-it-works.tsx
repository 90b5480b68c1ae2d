import type { ReactNode } from 'react'
import { EvidenceLegend } from '#web/features/search/evidence-legend.tsx'
import { opportunityBands } from '#web/features/search/opportunity-band.ts'
import { Badge } from '#web/ui/badge.tsx'

/** The method in plain words. */
export function HowItWorks() {
  return (
    <ol className="grid gap-x-10 gap-y-8 md:grid-cols-2">
      <Step number={1} title="It reads the words">
        Title and text, once from start to end. Quoted lines count nothing, “I don’t hate it” is not hate, “I
        don’t need a tool” asks for none, and a question weighs differently from a statement.
      </Step>
      <Step number={2} title="Words give points and take them">
        Asking for a tool, frustration, a workaround, a readiness to pay: each is a signal, and gives points.
        Launches of one’s own product, job offers, news, jokes and advice take them away. Where the words of a
        signal earn no points of their own, they are shown all the same.
        <EvidenceLegend />
      </Step>
      <Step number={3} title="How many points was learned">
        From posts that raters had judged by a written rubric. A phrase had to stand in posts of several
        communities to get a weight: what stays is how people tell a need, not what about. What a word counts
        for also depends on what else the post says: “recommend” is worth more near “software” than near
        “novel”.
      </Step>
      <Step number={4} title="The points add up">
        Every post starts from the same value. The points of its words are added, rounded, and held between 0
        and 100. Upvotes, comments, author and date give no point.
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
