import FolderLock from 'lucide-react/icons/folder-lock'
import { useId } from 'react'
import { changeWatchEndpoint, type Watch } from '#contract/watches.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { Card } from '#web/ui/card.tsx'
import { useAction } from '#web/use-action.ts'
import { WatchFeed } from './watch-feed.tsx'
import { WatchWebhooks } from './watch-webhooks.tsx'

/** How new posts of a watch are delivered: its feed and its webhooks. */
export function WatchDelivery({ watch }: { watch: Watch }) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      {watch.looksIn === 'posts' ? null : (
        <Card className="min-w-0 p-5 sm:p-6 lg:col-span-2">
          <OwnRowsSwitch watch={watch} />
        </Card>
      )}
      <Card className="min-w-0 p-5 sm:p-6">
        <WatchFeed watchId={watch.id} />
      </Card>
      <Card className="min-w-0 p-5 sm:p-6">
        <WatchWebhooks watchId={watch.id} />
      </Card>
    </div>
  )
}

/** The switch that lets a watch send own rows. It is off until the owner of the rows turns it on. */
function OwnRowsSwitch({ watch: { id, deliversOwn } }: { watch: Watch }) {
  const said = useId()
  const change = useAction({
    run: (on: boolean) =>
      callEndpoint(changeWatchEndpoint, { params: { watchId: id }, body: { deliversOwn: on } }),
    failed: { title: 'This was not changed', words: 'Please try again.' },
    invalidates: [
      [...ownKey, 'watches'],
      [...ownKey, 'watch-posts', id],
    ],
    awaitsRefetch: true,
  })
  return (
    <section aria-label="Your own material">
      <label className="flex items-start gap-3 font-medium">
        <input
          type="checkbox"
          className="mt-1 size-4 accent-accent"
          aria-describedby={said}
          aria-disabled={change.isPending}
          checked={change.isPending ? change.variables : deliversOwn}
          onChange={() => {
            if (!change.isPending) change.mutate(!deliversOwn)
          }}
        />
        Send rows of my own material too
      </label>
      <p id={said} className="mt-1 flex gap-3 text-sm leading-6 text-pretty text-ink-soft">
        <FolderLock aria-hidden="true" className="mt-1 size-4 shrink-0" />
        {deliversOwn
          ? 'On: rows that this watch finds are sent to its feed, your digest and its webhooks. Anybody who receives these can read the rows. If you turn it off, no more rows are sent. Rows that were already sent cannot be taken back.'
          : 'Off: your rows are shown only on this page. If you turn it on, their texts are sent to the feed and the webhooks of this watch, and to your digest.'}
      </p>
    </section>
  )
}
