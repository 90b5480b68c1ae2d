import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { EvidenceLegend } from '#web/features/results/highlighted-text.tsx'
import { opportunityBands } from '#web/features/results/opportunity-badge.tsx'
import { ReliabilityTable, ScorerTable, SignalTable } from '#web/features/scoring/measured-tables.tsx'
import { ScoredText, scorePasted } from '#web/features/scoring/scored-text.tsx'
import { ScoringTrial } from '#web/features/scoring/scoring-trial.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const unseen = [
  'A need that is told without asking (“my host goes down every month”), or that only the subject reveals.',
  'Requests for books, courses or people, where they are worded like requests for software.',
  'Offers to pay and urgency: too rare in the posts it learned from. Take their absence for nothing.',
  'Sarcasm, pictures, and every language but English.',
  'Whether the need was met since, how many share it, and what they would really pay.',
  'Today’s way of writing, as well as that of 2006-2013: most of the posts it learned from are of those years.',
]

export function ScoringPage() {
  useDocumentTitle('How the score is made · Unmet')
  return (
    <div className="flex flex-col gap-14 pt-12 pb-20 sm:pt-16">
      <div className="max-w-3xl">
        <h1 className="text-4xl leading-tight font-semibold tracking-tight text-balance sm:text-5xl sm:leading-[1.15]">
          How the <mark className="mark-for px-1 decoration-4">score</mark> is made
        </h1>
        <p className="mt-4 text-lg leading-8 text-pretty text-ink-soft">
          A number from 0 to 100 for how much a post shows a need that software could meet. It is a sum that
          you can check: no language model, no chance, the same post gets the same score every time.
        </p>
      </div>
      <PageSection
        title="What a score has meant"
        lead={
          <p>
            Of the posts with such a score, how many were worth a founder’s look. Each was scored by a model
            that had learned from no post of its community.{' '}
            <strong className="font-semibold text-ink">The raters were language models</strong> that followed
            a written rubric: no person has judged these posts.
          </p>
        }
      >
        <div className="max-w-2xl">
          <ReliabilityTable />
        </div>
      </PageSection>
      <PageSection title="How a score adds up">
        <HowItWorks />
      </PageSection>
      <PageSection
        title="A worked example"
        lead="Written for this page and scored while you read it. Point at a marked sentence to see what it shows, and open the sum below it."
      >
        <WorkedExample />
      </PageSection>
      <PageSection
        title="Score any post"
        lead="Paste a post from anywhere. It gets the score that a search would give it; the community, which can only help to name a persona, is left out."
      >
        <ScoringTrial />
      </PageSection>
      <Measured />
      <PageSection title="What it cannot see">
        <ul className="flex max-w-3xl list-disc flex-col gap-2 pl-5 leading-7 marker:text-ink-soft">
          {unseen.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </PageSection>
    </div>
  )
}

function HowItWorks() {
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
        the same signal adds less than the first. What words say without showing a signal clearly is one line,
        “other wording”.
      </Step>
      <Step number={4} title="The points add up">
        Every post starts from the same value, and each sentence’s points are its share of the way from there
        to the score. Upvotes, comments, author, community and date give no point.
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

function Measured() {
  return (
    <>
      <PageSection
        title="Each signal"
        lead="What it adds to the sum when a post shows it for sure, or takes from it; how often a listed signal was seen by the raters too; and how many of those that they saw are found. Rare signals are the weak ones: read the sentence, not only the label."
      >
        <div className="max-w-3xl">
          <SignalTable />
        </div>
      </PageSection>
      <PageSection
        title="Measured against others"
        lead="How well does a scorer put the posts worth a look first? AUC is how often such a post stands above another (0.5 is chance, 1 is always); NDCG@20 and P@20 look at the twenty on top. Peers and raters were measured on 296 posts that are kept back, half of them from 2025-2026, read by two raters. Ours is measured on posts of 2006-2013 that a model of other communities scored."
      >
        <ScorerTable />
        <p className="mt-3 max-w-3xl text-sm leading-6 text-pretty text-ink-soft">
          Who has the source and the posts learns the model anew, with these figures, by{' '}
          <code className="rounded bg-sunken px-1.5 py-0.5">npm run train</code>; docs/scoring.md tells the
          method.
        </p>
      </PageSection>
    </>
  )
}

function PageSection({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="border-t border-line pt-10">
      <h2 id={headingId} className="text-2xl font-semibold tracking-tight text-balance">
        {title}
      </h2>
      {lead === undefined ? null : (
        <div className="mt-2 flex max-w-3xl flex-col gap-3 leading-7 text-pretty text-ink-soft">{lead}</div>
      )}
      <div className="mt-6">{children}</div>
    </section>
  )
}

const example = {
  title: 'Is there a simple tool for chasing unpaid invoices?',
  selftext:
    'I run a small design studio. Every month I go through a spreadsheet to see who has not paid, and write the same ' +
    'emails by hand. My accountant showed me a great article about it, thanks to her.',
}

/** A post written for this page, scored by the installation at the moment it is read. */
function WorkedExample() {
  const scored = useQuery({ queryKey: ['worked-example'], queryFn: () => scorePasted(example) })
  if (scored.data) return <ScoredText post={scored.data} textLabel="Text of the example" />
  if (scored.error === null) return <Skeleton shape="card" className="h-96 w-full" />
  return (
    <Callout icon={<CircleAlert />}>
      The example could not be scored just now. Its text: <q>{example.title}</q> <q>{example.selftext}</q>
    </Callout>
  )
}
