import type { WebhookDelivery } from '#contract/webhooks.ts'
import { counted } from '#web/features/results/post-words.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDeliveries, useReplayDelivery } from './use-webhooks.ts'

/** The last fifty deliveries of a webhook; each can be sent again. */
export function WebhookLog({ webhookId }: { webhookId: string }) {
  const read = useDeliveries(webhookId)
  if (read.data === undefined) {
    if (read.error === null) return <Skeleton className="h-24 w-full" />
    return <ReadAgain query={read} words="The log could not be read." />
  }
  const { deliveries } = read.data
  if (deliveries.length === 0) {
    return <p className="text-sm text-ink-soft">Nothing was sent yet.</p>
  }
  return (
    <ul
      aria-label="Last deliveries"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
      tabIndex={0}
      className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto rounded-control border border-line px-4"
    >
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
      ))}
    </ul>
  )
}

const states: Readonly<Record<WebhookDelivery['state'], { words: string; variant: BadgeVariant }>> = {
  waiting: { words: 'Waiting', variant: 'notice' },
  delivered: { words: 'Accepted', variant: 'secondary' },
  failed: { words: 'Not accepted', variant: 'notice' },
  removed: { words: 'Removed', variant: 'outline' },
}

const titleOf = ({ test, title }: WebhookDelivery) =>
  test ? 'Test' : (title ?? 'A post that was deleted at its source')

function factsOf({ state, status, failure, tries, createdAt, nextTryAt }: WebhookDelivery): string {
  const answer = failure ?? (status === null ? null : `status ${status}`)
  return [
    formatMoment(createdAt),
    tries > 0 ? counted(tries, 'try', 'tries') : null,
    answer,
    state === 'waiting' && nextTryAt !== null && tries > 0 ? `next try ${formatMoment(nextTryAt)}` : null,
  ]
    .filter((words) => words !== null)
    .join(' · ')
}

function DeliveryRow({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const replay = useReplayDelivery(webhookId)
  const { words, variant } = states[delivery.state]
  const title = titleOf(delivery)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          <bdi>{title}</bdi>
          <Badge variant={variant}>{words}</Badge>
        </p>
        <p className="text-ink-soft tabular-nums wrap-anywhere">{factsOf(delivery)}</p>
      </div>
      {delivery.state === 'removed' ? null : (
        <Button variant="quiet" aria-disabled={replay.isPending} onClick={() => replay.mutate(delivery.id)}>
          {replay.isPending ? 'Sending...' : 'Send again'}
          <span className="sr-only"> {title}</span>
        </Button>
      )}
    </li>
  )
}
