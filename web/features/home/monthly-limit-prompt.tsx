import { Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import { limits } from '#contract/limits.ts'
import { ProWords } from '#web/features/billing/pro-offer.tsx'
import { formatLongDay } from '#web/features/site/format-date.ts'
import { Callout } from '#web/ui/callout.tsx'
import { useUsageStats } from './use-account-allowance.ts'

/** Stands under the keyword box once the free searches of the month are used. */
export function MonthlyLimitPrompt() {
  const { data } = useUsageStats(true)
  return (
    <Callout tone="notice" icon={<Hourglass />}>
      <p className="font-medium">
        You have used your {limits.freeSearchesPerMonth} free searches of this month.
      </p>
      <p className="text-ink-soft">
        {data
          ? `You get ${limits.freeSearchesPerMonth} new ones on ${formatLongDay(data.periodEndsAt)}. `
          : null}
        Earlier results open again at no cost.{' '}
        <ProWords>
          <Link to="/subscribe" className="font-medium text-ink underline underline-offset-4">
            Upgrade to Pro
          </Link>{' '}
          for unlimited searches.
        </ProWords>
      </p>
    </Callout>
  )
}
