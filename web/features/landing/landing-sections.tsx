import { Download, Gauge, Highlighter, Repeat, SlidersHorizontal, Users } from 'lucide-react'
import { ProItem, ProOffer, ProWords } from '#web/features/billing/pro-offer.tsx'
import { Card } from '#web/ui/card.tsx'
import { FilterPreview } from './filter-preview.tsx'
import { InstanceLine } from './instance-line.tsx'
import { CallToAction, LandingSection } from './landing-section.tsx'
import { PlansSection } from './plans-section.tsx'
import { SampleResultsSection } from './sample-results-section.tsx'

export function LandingSections() {
  return (
    <div className="flex flex-col gap-20 sm:gap-28">
      <div className="flex flex-col gap-14">
        <InstanceLine />
        <SampleResultsSection />
      </div>
      <StepsSection />
      <FeaturesSection />
      <ProOffer>
        <FilterPreview />
      </ProOffer>
      <PlansSection />
      <section
        aria-labelledby="closing"
        className="flex flex-wrap items-center justify-between gap-x-10 gap-y-6 rounded-card bg-accent-soft px-6 py-9 text-on-accent-soft sm:px-10 sm:py-12"
      >
        <div className="max-w-xl">
          <h2 id="closing" className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
            Somebody is asking for your product right now
          </h2>
          <p className="mt-2 text-lg leading-8 text-pretty">
            Search for what you know best. The account is free, and needs no card.
          </p>
        </div>
        <CallToAction look={{ variant: 'primary', size: 'large' }}>Start for free</CallToAction>
      </section>
    </div>
  )
}

const steps = [
  {
    title: 'Type a keyword',
    text: 'Two or three words for a task, a trade or a tool: “donor list”, “chasing invoices”, “time tracking”. Quotes search for an exact phrase, and a minus excludes a word.',
  },
  {
    title: 'Read what scores high',
    text: 'The best posts come first. Highlighted words show why: a pain, a request for a tool, a spreadsheet workaround, willingness to pay.',
  },
  {
    title: 'Go where the need is',
    text: 'Follow the link to the discussion, see who has the problem and what they tried, and download all results as CSV.',
  },
]

function StepsSection() {
  return (
    <LandingSection title="From a keyword to a need in three steps">
      <ol className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-accent pt-5">
            <span
              aria-hidden="true"
              className="text-4xl font-semibold tracking-tight text-on-accent-soft tabular-nums"
            >
              {index + 1}
            </span>
            <h3 className="mt-2 text-lg font-semibold tracking-tight">{title}</h3>
            <p className="mt-1.5 leading-7 text-pretty text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}

const features = [
  {
    icon: <Gauge />,
    title: 'Opportunity scoring',
    text: 'Every post gets a number from 0 to 100 for SaaS potential, so that the posts worth reading come first.',
  },
  {
    icon: <Highlighter />,
    title: 'Every point explained',
    text: 'Each point names the words behind it, for and against. Open any score and check it.',
  },
  {
    icon: <Users />,
    title: 'Target personas',
    text: 'The author’s role, taken from their own words. If the text does not say it, we do not guess.',
  },
  {
    icon: <Repeat />,
    title: 'The same every time',
    text: (
      <>
        The same post and version always give the same score. There is no language model and no randomness,
        and the code is open.<ProWords> Only Pro’s advanced score also considers a post’s age.</ProWords>
      </>
    ),
  },
  {
    icon: <Download />,
    title: 'Yours as CSV',
    text: 'All results of a search in one file, with scores, signals and links, also on the free plan.',
  },
  {
    icon: <SlidersHorizontal />,
    title: 'Filters with Pro',
    text: 'Advanced scores, market and customer analysis, and controls that narrow the results.',
    Item: ProItem,
  },
]

function FeaturesSection() {
  return (
    <LandingSection title="Built to be checked">
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ icon, title, text, Item = 'li' }) => (
          <Item key={title}>
            <Card className="h-full p-6">
              <span
                aria-hidden="true"
                className="grid size-10 place-items-center rounded-control bg-accent-soft text-on-accent-soft [&>svg]:size-5"
              >
                {icon}
              </span>
              <h3 className="mt-4 font-semibold tracking-tight">{title}</h3>
              <p className="mt-1.5 leading-7 text-pretty text-ink-soft">{text}</p>
            </Card>
          </Item>
        ))}
      </ul>
    </LandingSection>
  )
}
