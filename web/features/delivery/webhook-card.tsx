import { useState } from 'react'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { ConfirmDialog } from '#web/features/accounts/form-dialog.tsx'
import { counted } from '#web/features/results/post-words.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatNames } from './add-webhook.tsx'
import { ChangeWebhook } from './change-webhook.tsx'
import {
  hostOf,
  type ShownSecret,
  useChangeWebhook,
  useDeleteWebhook,
  useNewSecret,
  useTestWebhook,
} from './use-webhooks.ts'
import { WebhookLog } from './webhook-log.tsx'

type WebhookCardProps = { webhook: Webhook; onSecret: (shown: ShownSecret) => void }

/** A webhook: its state and its actions. */
export function WebhookCard({ webhook, onSecret }: WebhookCardProps) {
  const { id, url, format } = webhook
  const [open, setOpen] = useState<'change' | 'log' | null>(null)
  const toggle = (part: 'change' | 'log') => setOpen(open === part ? null : part)
  const test = useTestWebhook(id)
  return (
    <>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
          <span title={url}>{hostOf(url)}</span>
          <StateBadge webhook={webhook} />
        </p>
        <p className="mt-0.5 text-sm text-pretty text-ink-soft tabular-nums wrap-anywhere">
          {formatNames[format]} · {stateWords(webhook)}
        </p>
      </div>
      <div className="flex flex-wrap gap-x-1 gap-y-2">
        <Button aria-disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? 'Sending...' : 'Send a test'}
        </Button>
        <Button variant="quiet" aria-expanded={open === 'log'} onClick={() => toggle('log')}>
          Log
        </Button>
        <Button variant="quiet" aria-expanded={open === 'change'} onClick={() => toggle('change')}>
          Change
        </Button>
        <MoreActions webhook={webhook} onSecret={onSecret} />
      </div>
      <div role="status" className="empty:hidden">
        {test.data === undefined || test.isPending ? null : <TestAnswer answer={test.data} />}
      </div>
      {open === 'change' ? <ChangeWebhook webhook={webhook} onDone={() => setOpen(null)} /> : null}
      {open === 'log' ? <WebhookLog webhookId={id} /> : null}
    </>
  )
}

function StateBadge({ webhook: { off, waiting, failure } }: { webhook: Webhook }) {
  if (off?.because === 'owner') return <Badge variant="outline">Paused</Badge>
  if (off !== null) return <Badge variant="notice">Switched off</Badge>
  if (waiting > 0 && failure !== null) return <Badge variant="notice">Waiting</Badge>
  return <Badge>Working</Badge>
}

/** Describes the state of a webhook in sentences. */
function stateWords({ off, waiting, failure, folded, oldSecretUntil }: Webhook): string {
  const reasons = {
    owner: 'Paused by you: new posts follow when you resume it.',
    gone: 'Its receiver answered that it is permanently gone (status 410).',
    failed: `The receiver accepted nothing in ten attempts over three days. ${failure ?? ''}`,
  }
  const sentences = [
    off !== null && `${reasons[off.because].trim()}${off.because === 'owner' ? '' : ` ${nothingLost}`}`,
    off === null && waiting === 0 && 'New posts are sent as they arrive.',
    off === null && waiting > 0 && `${counted(waiting, 'post')} still to send.`,
    off === null && waiting > 0 && failure !== null && `Last answer: ${failure}`,
    folded > 0 && `${counted(folded, 'post')} beyond the daily limit: shown only in the watch.`,
    oldSecretUntil !== null &&
      Date.parse(oldSecretUntil) > Date.now() &&
      `Requests are also signed with the old secret until ${formatMoment(oldSecretUntil)}.`,
  ]
  return sentences.filter((words) => words !== false).join(' ')
}

const nothingLost = 'Nothing is lost: waiting posts are sent when you switch it on again.'

function TestAnswer({ answer: { state, status, failure } }: { answer: WebhookDelivery }) {
  const accepted = state === 'delivered'
  return (
    <p
      className={`rounded-control px-4 py-2.5 text-sm wrap-anywhere ${accepted ? 'bg-accent-soft text-on-accent-soft' : 'bg-danger-soft text-ink'}`}
    >
      {accepted ? `The test was accepted: status ${status}.` : `The test was not accepted. ${failure ?? ''}`}
    </p>
  )
}

/** What a new secret means for the receiver. At most two secrets sign: the new one and the one before it. */
function secretWords({ oldSecretUntil }: Webhook): string {
  const isChanging = oldSecretUntil !== null && Date.parse(oldSecretUntil) > Date.now()
  return isChanging
    ? 'You made a new secret less than a day ago. If your receiver still uses the secret from before, give it that new one first: the one from before stops signing now.'
    : 'For a day, requests are signed with both secrets, so that your receiver can switch to the new one without losing a post.'
}

function MoreActions({ webhook, onSecret }: WebhookCardProps) {
  const { id, off, format } = webhook
  const [asked, setAsked] = useState(false)
  const change = useChangeWebhook(id)
  const remove = useDeleteWebhook(webhook)
  const secret = useNewSecret(webhook, onSecret)
  const isSigned = format === 'standard' || format === 'template'
  const words = off === null ? 'Pause' : off.because === 'owner' ? 'Resume' : 'Switch on'
  return (
    <>
      {isSigned ? (
        <Button variant="quiet" onClick={() => setAsked(true)}>
          New secret
        </Button>
      ) : null}
      <Button
        variant="quiet"
        aria-disabled={change.isPending}
        onClick={() => change.mutate({ on: off !== null })}
      >
        {words}
      </Button>
      <Button variant="quiet" aria-disabled={remove.isPending} onClick={() => remove.mutate()}>
        Delete
      </Button>
      <ConfirmDialog
        open={asked}
        onClose={() => setAsked(false)}
        title="Make a new secret?"
        description={secretWords(webhook)}
        {...secret}
        submit="New secret"
        variant="primary"
        pendingLabel="Making it..."
      />
    </>
  )
}
