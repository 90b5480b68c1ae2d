import { Bell, Mail, Rss, Send, Webhook } from 'lucide-react'
import { type AdminDelivery, adminDeliveryEndpoint, type FailingWebhook } from '#contract/admin-delivery.ts'
import { refreshIntervals, useAdminQuery } from './admin-call.ts'
import { AdminSection, FigureCard, ListCard, ListRow, QueryContent, SkeletonCards } from './admin-section.tsx'
import { formatCount, formatCounted } from './format-figure.ts'

/** The counts of watches, feeds, webhooks, deliveries and digests, and the failing webhooks. */
export function DeliveryPanel() {
  const delivery = useAdminQuery(adminDeliveryEndpoint, { refreshMs: refreshIntervals.statsMs })
  return (
    <AdminSection title="Watches and deliveries" lead={delivery.data && limitWords(delivery.data)}>
      <QueryContent
        query={delivery}
        what="The deliveries"
        skeleton={<SkeletonCards count={5} look="h-31" grid="grid-cols-2 lg:grid-cols-5" />}
      >
        {(read) => (
          <div className="flex flex-col gap-3 sm:gap-4">
            <Figures delivery={read} />
            {read.failing.length === 0 ? null : (
              <ListCard title="Webhooks that fail">
                {read.failing.map((webhook) => (
                  <FailingRow key={webhook.id} webhook={webhook} />
                ))}
              </ListCard>
            )}
          </div>
        )}
      </QueryContent>
    </AdminSection>
  )
}

const mostOf = ({ free, pro }: { free: number; pro: number }) =>
  free === pro ? `${pro}` : `${free} or ${pro}`

/** The limits per person. */
const limitWords = ({ watches, webhooks }: AdminDelivery) =>
  `Each person has at most ${mostOf(watches.most)} watches and ${mostOf(webhooks.most)} webhooks, free or Pro; a webhook sends at most ${webhooks.mostDeliveriesInDay} posts a day.`

function digestWords({ on, readers, ended, waiting }: AdminDelivery['digests']): string {
  if (!on) return 'off: turned off by DIGESTS, or SMTP_URL is missing'
  const of = formatCounted(readers, 'reader', 'readers')
  return `sent in 24 hours to ${of}; ${formatCount(waiting)} waiting, ${formatCount(ended)} ended by bounces`
}

function Figures({ delivery }: { delivery: AdminDelivery }) {
  const { watches, feeds, webhooks, deliveries, digests } = delivery
  const of = formatCounted(watches.accounts, 'account', 'accounts')
  const found = formatCounted(watches.foundInDay, 'post', 'posts')
  const off =
    webhooks.off === 0 ? 'none switched off' : `${formatCount(webhooks.off)} switched off by failures`
  const failed =
    deliveries.failedInDay === 0 ? 'none failed' : `${formatCount(deliveries.failedInDay)} failed`
  return (
    <dl className="grid grid-cols-2 gap-3 *:min-h-31 sm:gap-4 lg:grid-cols-5">
      <FigureCard
        term="Watches"
        Icon={Bell}
        figure={formatCount(watches.total)}
        note={`of ${of}, ${formatCount(watches.paused)} paused; ${found} found in 24 hours`}
      />
      <FigureCard
        term="Feeds"
        Icon={Rss}
        figure={formatCount(feeds.total)}
        note={feeds.on ? 'open by their address' : 'switched off by WATCH_FEEDS'}
      />
      <FigureCard
        term="Webhooks"
        Icon={Webhook}
        figure={formatCount(webhooks.total)}
        note={webhooks.on ? off : 'switched off by WEBHOOKS'}
      />
      <FigureCard
        term="Deliveries"
        Icon={Send}
        figure={formatCount(deliveries.acceptedInDay)}
        note={`accepted in 24 hours; ${failed}, ${formatCount(deliveries.waiting)} waiting`}
      />
      <FigureCard
        term="Digests"
        Icon={Mail}
        figure={formatCount(digests.sentInDay)}
        note={digestWords(digests)}
      />
    </dl>
  )
}

function FailingRow({ webhook }: { webhook: FailingWebhook }) {
  const { email, watch, host, offBecause, failure, waiting } = webhook
  const words = offBecause === null ? 'Tried again' : 'Switched off'
  return (
    <ListRow name={host} condition={{ variant: 'notice', words }}>
      <p>
        {email}, watch “<bdi>{watch}</bdi>”, {formatCounted(waiting, 'post waits', 'posts wait')}
      </p>
      <p>{offBecause === 'gone' ? 'Its receiver is gone for good (410).' : failure}</p>
    </ListRow>
  )
}
