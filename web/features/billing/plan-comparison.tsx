import { Check, Minus } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { Card } from '#web/ui/card.tsx'
import { proPrice } from './plan-labels.ts'

type Gain = {
  name: string
  details: string
  /** A text to show instead of "Included"; false if the plan does not include the feature. */
  free?: string | false
  pro?: string
}

// Only features that exist today.
const listGains = (): readonly Gain[] => [
  {
    name: 'Searches',
    details: 'Reopening earlier results does not count.',
    free: readSiteFacts().freeSearches,
    pro: 'Unlimited',
  },
  {
    name: 'Opportunity scoring',
    details: 'A score for each post, with the words that earned each point.',
  },
  { name: 'Persona analysis', details: 'The author’s role, as the post describes it.' },
  { name: 'CSV download', details: 'All results of a search as one file.' },
  {
    name: 'Search history',
    details: `Your last ${limits.historyItems} searches, which you can reopen while their results are stored.`,
  },
  {
    name: 'Advanced opportunity scoring',
    details: 'SaaS viability, market timing, build complexity and competition.',
    free: false,
  },
  {
    name: 'Enhanced persona analysis',
    details: 'Industry, company size, urgency and budget, where the post states them.',
    free: false,
  },
  {
    name: 'Filtering and sorting',
    details: 'Narrow results by score, signal and persona, and choose their order.',
    free: false,
  },
  {
    name: 'Watches',
    details: 'Saved searches that tell you which posts are new.',
    free: String(limits.watches.free),
    pro: String(limits.watches.pro),
  },
  { name: 'Priority support', details: 'Emails with “Pro” in the subject are answered first.', free: false },
]

export function PlanComparison() {
  return (
    <Card className="overflow-hidden">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">What Free and Pro include</caption>
        <thead>
          <tr className="align-bottom">
            <td className="px-4 py-4 sm:px-6" />
            <PlanHead name="Free" price="$0" />
            <PlanHead name="Pro" price={`${proPrice} a month`} chosen />
          </tr>
        </thead>
        <tbody>
          {listGains().map(({ name, details, free = true, pro = true }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="px-4 py-3.5 font-medium sm:px-6">
                {name}
                <span className="mt-0.5 block text-sm leading-5 font-normal text-pretty text-ink-soft">
                  {details}
                </span>
              </th>
              <Gives value={free} />
              <Gives value={pro} chosen />
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const proColumn = 'bg-accent-soft text-on-accent-soft'

function PlanHead({ name, price, chosen = false }: { name: string; price: string; chosen?: boolean }) {
  return (
    <th
      scope="col"
      className={`w-22 px-2 py-4 text-center text-lg font-semibold sm:w-32 ${chosen ? proColumn : ''}`}
    >
      {name}
      <span className={`block text-xs leading-5 font-normal sm:text-sm ${chosen ? '' : 'text-ink-soft'}`}>
        {price}
      </span>
    </th>
  )
}

function Gives({ value, chosen = false }: { value: boolean | string; chosen?: boolean }) {
  const Icon = value ? Check : Minus
  return (
    <td
      className={`px-2 py-3.5 text-center text-sm font-medium first-letter:uppercase ${chosen ? proColumn : ''}`}
    >
      {typeof value === 'string' ? (
        value
      ) : (
        <>
          <Icon className={`mx-auto size-5 ${value ? '' : 'text-ink-soft'}`} />
          <span className="sr-only">{value ? 'Included' : 'Not included'}</span>
        </>
      )}
    </td>
  )
}
