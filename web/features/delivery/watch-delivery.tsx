import { Card } from '#web/ui/card.tsx'
import { WatchFeed } from './watch-feed.tsx'
import { WatchWebhooks } from './watch-webhooks.tsx'

/** What brings the new posts of a watch elsewhere: its feed and its webhooks. */
export function WatchDelivery({ watchId }: { watchId: string }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Card className="min-w-0 p-5 sm:p-6">
        <WatchFeed watchId={watchId} />
      </Card>
      <Card className="min-w-0 p-5 sm:p-6">
        <WatchWebhooks watchId={watchId} />
      </Card>
    </div>
  )
}
