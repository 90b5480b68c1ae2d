import type { AdminDelivery } from '#contract/admin-delivery.ts'
import { limits } from '#contract/limits.ts'
import type { AdminDeps } from './admin-deps.ts'

const failingListed = 20

/** The state of watches, feeds, webhooks and digests, and which of them fail. */
export async function readDelivery({
  deliveryFigures,
  switches,
  isSelfHosted,
  clock,
}: Pick<AdminDeps, 'deliveryFigures' | 'switches' | 'isSelfHosted' | 'clock'>): Promise<AdminDelivery> {
  const [figures, failing] = await Promise.all([
    deliveryFigures.readFigures(clock()),
    deliveryFigures.listFailing(failingListed),
  ])
  const mostOf = ({ free, pro }: { free: number; pro: number }) => ({ free: isSelfHosted ? pro : free, pro })
  return {
    watches: {
      total: figures.watches,
      paused: figures.paused,
      accounts: figures.accounts,
      foundInDay: figures.found,
      most: mostOf(limits.watches),
    },
    feeds: { on: switches.feeds, total: figures.feeds },
    webhooks: {
      on: switches.webhooks,
      total: figures.webhooks,
      off: figures.off,
      most: mostOf(limits.webhooks),
      mostDeliveriesInDay: limits.webhookDeliveriesPerDay,
    },
    deliveries: {
      acceptedInDay: figures.accepted,
      failedInDay: figures.failed,
      waiting: figures.waiting,
    },
    digests: {
      on: switches.digests,
      readers: figures.readers,
      ended: figures.ended,
      sentInDay: figures.mailed,
      waiting: figures.unmailed,
    },
    failing,
  }
}
