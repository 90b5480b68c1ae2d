import Download from 'lucide-react/icons/download'
import Gauge from 'lucide-react/icons/gauge'
import Highlighter from 'lucide-react/icons/highlighter'
import Repeat from 'lucide-react/icons/repeat'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Users from 'lucide-react/icons/users'
import { ProItem, ProWords } from '#web/features/billing/pro-offer.tsx'
import { Card } from '#web/ui/card.tsx'
import { LandingSection } from './landing-section.tsx'

const features = [
  {
    icon: <Gauge />,
    title: 'Opportunity scoring',
    text: 'Every post gets a number from 0 to 100 for SaaS potential, so that the ten worth reading stand on top.',
  },
  {
    icon: <Highlighter />,
    title: 'Every point explained',
    text: 'Points name the words they stand on, for and against. Open the sum of any post and check it.',
  },
  {
    icon: <Users />,
    title: 'Target personas',
    text: 'Who is speaking, as their own words tell it. Where the text does not say, neither do we.',
  },
  {
    icon: <Repeat />,
    title: 'The same every time',
    text: (
      <>
        Same post, same version, same score, any day. No language model rolls the dice, and the scorer is open
        to read.<ProWords> Only Pro’s advanced score also weighs how old a post is.</ProWords>
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
    text: 'Advanced scores, market and customer analysis, and controls that narrow results to what you look for.',
    Item: ProItem,
  },
]

export function FeaturesSection() {
  return (
    <LandingSection title="Built to be believed">
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
