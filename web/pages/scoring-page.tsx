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
  'A need that is described without a request (“my host goes down every month”), or that only the topic implies.',
  'Requests for books, courses or people that are worded like requests for software.',
  'Offers to pay and urgency: too rare in the posts it learned from. If they are not shown, that means nothing.',
  'Sarcasm, pictures, and every language but English.',
  'Whether the need has been met since, how many people share it, and what they would really pay.',
  'Today’s writing style as well as that of 2006-2013, when most of the posts it learned from were written.',
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
          you can check. There is no language model and no randomness: the same post always gets the same
          score.
        </p>
      </div>
      <PageSection
        title="What scores mean"
        lead={
          <p>
            How many posts in each score range the raters found worth a founder’s time. The model that scored
            a post had not learned from its community.{' '}
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
        lead="Written for this page and scored while you read it. Point at a highlighted sentence to see its signal, and open the sum below the text."
      >
        <WorkedExample />
      </PageSection>
      <PageSection
        title="Score any post"
        lead="Paste any post. It gets the same score as in a search. The community is not needed: it only helps to find a persona."
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
        It reads the title and the text once. Quoted lines are ignored. Negations are recognised: “I don’t
        need a tool” is not a request.
      </Step>
      <Step number={2} title="Sentences show signals">
        Asking for a tool, a workaround, time lost: each signal has a written definition, and was learned from
        sentences that raters marked. A sentence that shows one is the reason you see.
        <EvidenceLegend />
      </Step>
      <Step number={3} title="Signals make the score">
        Each signal is worth the same number of points in every post, listed in the table below. A second
        sentence of the same signal adds less than the first. Words that show no clear signal add up in one
        line, “other wording”.
      </Step>
      <Step number={4} title="The points add up">
        Every post starts from the same base score, and each sentence gets its share of the difference to the
        final score. Upvotes, comments, author, community and date do not count.
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
        lead="The points that a signal adds or subtracts when a post clearly shows it. Precision is how often raters also saw a signal that is shown. Recall is how many of the signals that raters saw are found. Rare signals are the least reliable: read the sentence, not only the label."
      >
        <div className="max-w-3xl">
          <SignalTable />
        </div>
      </PageSection>
      <PageSection
        title="Measured against others"
        lead="How well does a scorer rank the posts that are worth a look? AUC is how often such a post ranks above another one (0.5 is chance, 1 is always). NDCG@20 and P@20 rate the first twenty. Other scorers and the raters were measured on 296 held-out posts, half of them from 2025-2026, which two raters read. Ours was measured on posts of 2006-2013 from communities that it had not learned from."
      >
        <ScorerTable />
        <p className="mt-3 max-w-3xl text-sm leading-6 text-pretty text-ink-soft">
          With the source code and the posts, you can train the model and measure these figures yourself:{' '}
          <code className="rounded bg-sunken px-1.5 py-0.5">npm run train</code>. The method is in
          docs/scoring.md.
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

/** A post written for this page, scored by the installation when the page is opened. */
function WorkedExample() {
  const scored = useQuery({ queryKey: ['worked-example'], queryFn: () => scorePasted(example) })
  if (scored.data) return <ScoredText post={scored.data} textLabel="Text of the example" />
  if (scored.error === null) return <Skeleton shape="card" className="h-96 w-full" />
  return (
    <Callout icon={<CircleAlert />}>
      The example could not be scored right now. Its text: <q>{example.title}</q> <q>{example.selftext}</q>
    </Callout>
  )
}
