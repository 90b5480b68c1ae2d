import { useQuery, useQueryClient } from '@tanstack/react-query'
import Rss from 'lucide-react/icons/rss'
import { useId, useRef, useState } from 'react'
import { findFeedEndpoint, makeFeedEndpoint, revokeFeedEndpoint } from '#contract/watch-feeds.ts'
import { callEndpoint } from '#web/api-client.ts'
import { ownKey } from '#web/current-user-cache.ts'
import { ConfirmDialog } from '#web/features/accounts/form-dialog.tsx'
import { CopiedField } from '#web/features/site/copied-field.tsx'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAction } from '#web/use-action.ts'

const feedKey = (watchId: string) => [...ownKey, 'watch-feed', watchId]

/** The feed of a watch: its addresses can be copied, replaced or revoked. */
export function WatchFeed({ watchId }: { watchId: string }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const read = useQuery({
    queryKey: feedKey(watchId),
    queryFn: () => callEndpoint(findFeedEndpoint, { params: { watchId } }),
  })
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h2
          ref={heading}
          id={id}
          tabIndex={-1}
          className="flex items-center gap-2 text-lg font-semibold tracking-tight outline-none"
        >
          <Rss className="size-5 text-ink-soft" />
          Feed
        </h2>
        <p className="mt-1 text-sm leading-6 text-pretty text-ink-soft">
          The newest posts of this watch in a feed reader. Anybody who has the address can read them without
          an account.
        </p>
      </div>
      {read.data === undefined ? (
        read.error === null ? (
          <Skeleton className="h-11 w-full" />
        ) : (
          <ReadAgain query={read} words="The feed could not be read." />
        )
      ) : !read.data.available ? (
        <p className="text-sm">The operator of this site has turned feeds off.</p>
      ) : (
        <Addresses watchId={watchId} feed={read.data.feed} findReturn={() => heading.current} />
      )}
    </section>
  )
}

type AddressesProps = {
  watchId: string
  feed: { rss: string; json: string } | null
  findReturn: () => HTMLElement | null
}

function useFeedActions(watchId: string) {
  const queryClient = useQueryClient()
  const params = { watchId }
  const adopt = (reply: unknown) => queryClient.setQueryData(feedKey(watchId), reply)
  return {
    make: {
      run: () => callEndpoint(makeFeedEndpoint, { params }),
      onDone: adopt,
      failed: { title: 'The feed was not created', words: 'Please try again.' },
    },
    renew: {
      run: () => callEndpoint(makeFeedEndpoint, { params }),
      onDone: adopt,
      toast: { title: 'The feed has a new address', description: 'The old one no longer works.' },
      failed: { title: 'The address was not changed', words: 'Please try again.' },
    },
    revoke: {
      run: () => callEndpoint(revokeFeedEndpoint, { params }),
      onDone: adopt,
      toast: { title: 'Feed revoked', description: 'Its address now returns “not found”.' },
      failed: { title: 'The feed was not revoked', words: 'Please try again.' },
    },
  }
}

function Addresses({ watchId, feed, findReturn }: AddressesProps) {
  const [asked, setAsked] = useState<'renew' | 'revoke' | null>(null)
  const actions = useFeedActions(watchId)
  const make = useAction(actions.make)
  const close = () => setAsked(null)
  if (feed === null) {
    return (
      <Button className="self-start" aria-disabled={make.isPending} onClick={() => make.mutate()}>
        {make.isPending ? 'Making it...' : 'Make a feed'}
      </Button>
    )
  }
  return (
    <>
      <CopiedField label="RSS address" value={feed.rss} done="Address of the feed copied" />
      <CopiedField label="JSON Feed address" value={feed.json} done="Address of the feed copied" />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setAsked('renew')}>New address</Button>
        <Button variant="quiet" onClick={() => setAsked('revoke')}>
          Revoke
        </Button>
      </div>
      <ConfirmDialog
        open={asked === 'renew'}
        onClose={close}
        title="Give the feed a new address?"
        description="Feed readers can no longer use the old address."
        {...actions.renew}
        submit="New address"
        variant="primary"
        pendingLabel="Changing..."
      />
      <ConfirmDialog
        open={asked === 'revoke'}
        onClose={close}
        findReturn={findReturn}
        title="Revoke the feed?"
        description="The address stops working at once and cannot be restored. You can make another feed with a new address."
        {...actions.revoke}
        submit="Revoke it"
        cancelLabel="Keep it"
        pendingLabel="Revoking..."
      />
    </>
  )
}
