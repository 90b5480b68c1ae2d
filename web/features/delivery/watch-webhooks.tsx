import Webhook from 'lucide-react/icons/webhook'
import { useId, useRef, useState } from 'react'
import { counted } from '#web/features/results/post-words.ts'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AddWebhook } from './add-webhook.tsx'
import { type ShownSecret, useWebhooks } from './use-webhooks.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

export function WatchWebhooks({ watchId }: { watchId: string }) {
  const id = useId()
  const read = useWebhooks()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h2 id={id} className="flex items-center gap-2 text-lg font-semibold tracking-tight">
          <Webhook className="size-5 text-ink-soft" />
          Webhooks
        </h2>
        <p className="mt-1 text-sm leading-6 text-pretty text-ink-soft">
          Each new post is sent to your address as soon as it is found. The request is signed, and retried for
          three days if it is not accepted.
        </p>
      </div>
      {read.data === undefined ? (
        read.error === null ? (
          <Skeleton className="h-11 w-full" />
        ) : (
          <ReadAgain query={read} words="The webhooks could not be read." />
        )
      ) : (
        <Listed watchId={watchId} {...read.data} />
      )}
    </section>
  )
}

type ListedProps = NonNullable<ReturnType<typeof useWebhooks>['data']> & { watchId: string }

function Listed({ watchId, available, most, webhooks }: ListedProps) {
  const [adding, setAdding] = useState(false)
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const here = webhooks.filter((webhook) => webhook.watchId === watchId)
  const isFull = webhooks.length >= most
  const close = () => {
    setAdding(false)
    // The focused form disappears, so the focus has to move.
    requestAnimationFrame(() => add.current?.focus())
  }
  return (
    <>
      {available ? null : (
        <p className="text-sm">
          The operator of this site has turned webhooks off: nothing is sent, and new posts wait.
        </p>
      )}
      {here.length === 0 ? null : (
        <ul aria-label="Webhooks" className="flex flex-col divide-y divide-line">
          {here.map((webhook) => (
            <li key={webhook.id} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
              <WebhookCard webhook={webhook} onSecret={setShown} />
              {shown?.webhook.id === webhook.id ? (
                <WebhookSecret shown={shown} onDone={() => setShown(null)} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <AddWebhook
          watchId={watchId}
          onCancel={close}
          onAdded={(added) => {
            setShown(added)
            close()
          }}
        />
      ) : available && !isFull ? (
        <Button ref={add} className="self-start" onClick={() => setAdding(true)}>
          Add a webhook
        </Button>
      ) : null}
      {isFull ? (
        <p className="text-sm text-ink-soft">
          You have {counted(most, 'webhook')} on all your watches, which is the limit of your plan.
        </p>
      ) : null}
    </>
  )
}
