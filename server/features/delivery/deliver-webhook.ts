import { limits } from '#contract/limits.ts'
import type { Clock, Duty } from '#server/clock.ts'
import { type WebhookAnswer, type WebhookSender, WebhookUnanswered } from '#server/mail-ports.ts'
import type { ListDeliveredRows, NewsPost, PostReader } from '#server/source-ports.ts'
import type { DeliveryStore, DueDelivery, TryOutcome } from './delivery-store.ts'
import { decideNext } from './retry-rules.ts'
import { signWebhook } from './sign-webhook.ts'
import { webhookBody } from './webhook-body.ts'

export type DeliverWebhooks = {
  deliveries: DeliveryStore
  archive: Pick<PostReader, 'listPosts'>
  listDeliveredRows: ListDeliveredRows
  sender: WebhookSender
  clock: Clock
  /**
   * The delay until the next look for due deliveries. It is short, because the first retries follow within
   * seconds.
   */
  wakeAfter: (delayMs: number) => void
}

/** The timeout for the response to a delivery. Standard Webhooks recommends 15 to 30 seconds. */
const answerLimitMs = 15_000

type Answered = WebhookAnswer & { failure: string | null }

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `It answered with a redirect (${status}), and redirects are not followed.`
  return `It answered with status ${status}.`
}

async function send(
  { sender, clock }: DeliverWebhooks,
  { delivery, post, signal }: { delivery: DueDelivery; post: NewsPost | null; signal: AbortSignal },
): Promise<Answered | { status: null; retryAfter: null; failure: string }> {
  const { id, url, format, template, secrets, watch } = delivery
  const now = clock()
  const body = webhookBody(format, template, { watch, post, now })
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Unmet-Webhooks/1',
    ...signWebhook(secrets, { id, body, now }),
  }
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(answerLimitMs)])
    const answer = await sender.send(url, { body, headers, signal: limited })
    return { ...answer, failure: describeStatus(answer.status) }
  } catch (error) {
    if (signal.aborted || !(error instanceof WebhookUnanswered)) throw error
    return { status: null, retryAfter: null, failure: error.message }
  }
}

/** Undefined if the post was deleted at its source, or if the own row may no longer be sent. */
async function findPost({ archive, listDeliveredRows }: DeliverWebhooks, delivery: DueDelivery) {
  const { postId, ownRowId, watch } = delivery
  if (ownRowId !== null) return (await listDeliveredRows([watch.id], [ownRowId])).get(ownRowId)
  if (postId === null) return null
  return (await archive.listPosts([postId]))[0]
}

/** Sends a delivery once. The post is read just before it is sent, so that a deleted post is never sent. */
export async function tryDelivery(
  deps: DeliverWebhooks,
  delivery: DueDelivery,
  { signal, once }: { signal: AbortSignal; once: boolean },
): Promise<TryOutcome> {
  const { deliveries, clock } = deps
  const { id, webhookId, tries: before } = delivery
  const post = await findPost(deps, delivery)
  if (post === undefined) {
    const removed: TryOutcome = {
      state: 'removed',
      tries: before,
      status: null,
      failure: null,
      nextTryAt: null,
    }
    await deliveries.saveTry(id, removed, clock())
    return removed
  }
  const { status, retryAfter, failure } = await send(deps, { delivery, post, signal })
  const tries = before + 1
  const now = clock()
  const next = decideNext({ tries, status, retryAfter, now })
  const state = once && next.state === 'waiting' ? 'failed' : next.state
  const nextTryAt = state === 'waiting' && next.state === 'waiting' ? next.nextTryAt : null
  const outcome: TryOutcome = { state, tries, status, failure, nextTryAt }
  await deliveries.saveTry(id, outcome, now)
  if (once) return outcome
  if (next.state === 'failed') await deliveries.switchOff(webhookId, next.off, now)
  if (nextTryAt !== null && retryAfter !== null && (status === 429 || status === 503))
    await deliveries.pauseUntil(webhookId, nextTryAt)
  return outcome
}

/** The longest pause between two looks for due deliveries. */
const soonMs = 300_000

/**
 * The maximum time of a run for one webhook, because each delivery to a slow receiver can take 15 seconds.
 */
const turnMs = 20_000

/** Sends the due deliveries of a webhook one after another, until a delivery fails or the time is over. */
export async function deliverWebhook(
  deps: DeliverWebhooks,
  webhookId: string,
  signal: AbortSignal,
): Promise<void> {
  const { deliveries, clock } = deps
  await deliveries.addDeliveries(webhookId, { now: clock(), mostADay: limits.webhookDeliveriesPerDay })
  const endMs = clock().getTime() + turnMs
  // The next job finds the deliveries that this job leaves.
  while (!signal.aborted && clock().getTime() < endMs) {
    const due = await deliveries.findNextDue(webhookId, clock())
    if (due === null) return
    const { state, nextTryAt } = await tryDelivery(deps, due, { signal, once: false })
    if (state === 'failed') return deps.wakeAfter(0)
    if (nextTryAt !== null) {
      const delayMs = nextTryAt.getTime() - clock().getTime()
      if (delayMs < soonMs) deps.wakeAfter(delayMs)
      return
    }
  }
}

const idIn = (data: object) => (data as { id: string }).id

/** Delivers new posts of watches, with one job per webhook and one at a time per account. */
export const webhookDuty = (deps: DeliverWebhooks): Duty => ({
  name: 'webhook',
  title: 'webhooks',
  atOnce: 4,
  announcedAs: deps.deliveries.announcedAs,
  listDue: async () =>
    (await deps.deliveries.listDue(deps.clock())).map(({ id, userId }) => ({
      key: id,
      data: { id },
      group: userId,
    })),
  run: (data, signal) => deliverWebhook(deps, idIn(data), signal),
})
