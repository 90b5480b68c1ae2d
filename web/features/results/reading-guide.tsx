import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { EvidenceLegend } from './evidence-legend.tsx'
import { opportunityBands } from './opportunity-badge.tsx'

export function ReadingGuide() {
  return (
    <section aria-labelledby="reading-guide" className="border-t border-line pt-10">
      <h2 id="reading-guide" className="text-xl font-semibold tracking-tight">
        How to read the results
      </h2>
      <div className="mt-6 grid gap-8 md:grid-cols-3">
        <Step title="A score from 0 to 100">
          <p>How much a post shows a need that software could meet, told by somebody who has it.</p>
          <ul className="mt-4 flex flex-col items-start gap-2">
            {opportunityBands.map((band) => (
              <li key={band.word} className="flex items-center gap-2.5">
                <Badge variant={band.variant}>{band.word}</Badge>
                <span className="text-sm text-ink-soft tabular-nums">{band.range}</span>
              </li>
            ))}
          </ul>
        </Step>
        <Step title="The sentences that earned it">
          <p>
            Sentences of the post give points and take them. They are marked where they stand, and each says
            what it shows and how much that is worth.
          </p>
          <div className="mt-4">
            <EvidenceLegend />
          </div>
        </Step>
        <Step title="The post itself">
          <p>
            Community, persona, upvotes and the link to the discussion, so that you can read it and judge for
            yourself. Everything downloads as CSV.
          </p>
        </Step>
      </div>
    </section>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <div className="mt-1.5 leading-7 text-pretty text-ink-soft">{children}</div>
    </div>
  )
}
