import type { SubscriptionTier } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import type { Webhook, WebhookDelivery, WebhookFormat } from '#contract/webhooks.ts'
import type { RateWindow } from '#server/actor.ts'
import { AppError, publicError, tooOften } from '#server/errors.ts'
import { WebhookRefused } from '#server/mail-ports.ts'
import { type DeliverWebhooks, tryDelivery } from './deliver-webhook.ts'
import type { WebhookStore } from './webhook-store.ts'

export type ManageWebhooks = DeliverWebhooks & {
  webhooks: WebhookStore
  makeSecret: () => string
  /** Tests and replays are sent at once, so their number is limited. */
  mayTest: RateWindow
  /** Hosts are looked up in DNS at once, so the number of these look-ups is limited, too. */
  mayNameAddress: RateWindow
  /** Whether the operator allows webhooks, and whether the limits of plans apply. */
  isOn: boolean
  isSelfHosted: boolean
}

type Owner = { userId: string; tier: SubscriptionTier }

const notFound = () => publicError('not_found', 'This webhook does not exist any more.')

const watchDeleted = () =>
  publicError(
    'not_found',
    'The watch of this webhook was deleted, so nothing is sent. Restore the watch first.',
  )

async function requireWebhook({ webhooks }: ManageWebhooks, userId: string, id: string): Promise<Webhook> {
  const webhook = await webhooks.findWebhook(userId, id)
  if (webhook !== null) return webhook
  throw (await webhooks.isWatchDeleted(userId, id)) ? watchDeleted() : notFound()
}

function requireOn({ isOn }: ManageWebhooks): void {
  if (!isOn) throw publicError('switched_off', 'Whoever runs this installation has switched webhooks off.')
}

/** Reports a bad URL when it is entered. Each delivery checks the URL again. */
async function refuseAddress({ sender, mayNameAddress }: ManageWebhooks, userId: string, url: string) {
  if (!(await mayNameAddress(userId))) throw tooOften('Too many addresses of webhooks', 'addresses')
  try {
    await sender.check(url, AbortSignal.timeout(5_000))
  } catch (error) {
    if (error instanceof WebhookRefused) throw publicError('address_refused', error.message)
  }
}

const mostOf = ({ isSelfHosted }: ManageWebhooks, tier: SubscriptionTier) =>
  isSelfHosted ? limits.webhooks.pro : limits.webhooks[tier]

export async function listWebhooks(deps: ManageWebhooks, { userId, tier }: Owner) {
  return {
    available: deps.isOn,
    most: mostOf(deps, tier),
    webhooks: await deps.webhooks.listWebhooks(userId),
  }
}

const limitReached = (most: number) =>
  publicError(
    'own_limit',
    `You have ${most} ${most === 1 ? 'webhook' : 'webhooks'}, which is the limit of your plan.`,
  )

type Wanted = { watchId: string; url: string; format: WebhookFormat; template?: string | undefined }

export async function addWebhook(deps: ManageWebhooks, { userId, tier }: Owner, wanted: Wanted) {
  requireOn(deps)
  const { format, template = null } = wanted
  if ((format === 'template') !== (template !== null)) {
    const message = 'The format "template" needs a template, and other formats must not have one.'
    throw new AppError('invalid_input', `template: ${message}`, { userMessage: message })
  }
  await refuseAddress(deps, userId, wanted.url)
  const secret = deps.makeSecret()
  const most = mostOf(deps, tier)
  const added = await deps.webhooks.addWebhook(userId, { ...wanted, template, secret }, most)
  if (added === 'full') throw limitReached(most)
  if (added === 'no watch') throw publicError('not_found', 'This watch does not exist any more.')
  return { webhook: await requireWebhook(deps, userId, added), secret }
}

type Change = {
  url?: string | undefined
  template?: string | undefined
  on?: boolean | undefined
  deleted?: false | undefined
}

export async function changeWebhook(
  deps: ManageWebhooks,
  { userId, tier, id }: Owner & { id: string },
  { url, template, on, deleted }: Change,
): Promise<Webhook> {
  if (deleted === false) {
    const most = mostOf(deps, tier)
    if ((await deps.webhooks.restoreWebhook(userId, id, most)) === 'full') throw limitReached(most)
  }
  const { format } = await requireWebhook(deps, userId, id)
  if (template !== undefined && format !== 'template')
    throw publicError('invalid_input', 'Only a webhook of the format "template" can have a template.')
  if (url !== undefined) await refuseAddress(deps, userId, url)
  const state = on ? { offAt: null, offReason: null } : { offAt: deps.clock(), offReason: 'owner' as const }
  await deps.webhooks.changeWebhook(userId, id, {
    ...(url !== undefined && { url }),
    ...(template !== undefined && { template }),
    ...(on !== undefined && state),
  })
  if (on === true || deleted === false) deps.wakeAfter(0)
  return requireWebhook(deps, userId, id)
}

type SecretChange = { id: string; basedOn?: string | undefined }

/** At most two secrets sign, so a second change by mistake would end the one that the receiver knows. */
export async function changeSecret(deps: ManageWebhooks, userId: string, { id, basedOn }: SecretChange) {
  await requireWebhook(deps, userId, id)
  const secret = deps.makeSecret()
  const known = basedOn === undefined ? {} : { knownUntil: basedOn === 'none' ? null : new Date(basedOn) }
  if (!(await deps.webhooks.changeSecret(userId, id, { secret, now: deps.clock(), ...known }))) {
    throw publicError(
      'settings_changed',
      'A new secret was made in the meantime, such as in another tab. Give it to your receiver before you make one more.',
    )
  }
  return { webhook: await requireWebhook(deps, userId, id), secret }
}

export async function deleteWebhook({ webhooks, clock }: ManageWebhooks, userId: string, id: string) {
  if (await webhooks.deleteWebhook(userId, id, clock())) return { deleted: true as const }
  throw notFound()
}

export async function listDeliveries(deps: ManageWebhooks, userId: string, webhookId: string) {
  await requireWebhook(deps, userId, webhookId)
  return { deliveries: await deps.deliveries.listDeliveries(userId, webhookId, limits.loggedDeliveries) }
}

/** Sends one delivery now and returns the outcome. If the delivery fails, the webhook stays on. */
async function sendNow(deps: ManageWebhooks, userId: string, deliveryId: string): Promise<WebhookDelivery> {
  const delivery = await deps.deliveries.findOwned(userId, deliveryId, deps.clock())
  if (delivery === null) throw publicError('not_found', 'This delivery is not in the log any more.')
  // A delivery that is still pending keeps its remaining attempts.
  const once = (delivery.postId === null && delivery.ownRowId === null) || !delivery.isWaiting
  await tryDelivery(deps, delivery, { signal: new AbortController().signal, once })
  const logged = await deps.deliveries.findLogged(deliveryId)
  if (logged === null) throw publicError('not_found', 'This delivery is not in the log any more.')
  return logged
}

async function requireMayTest(deps: ManageWebhooks, userId: string): Promise<void> {
  requireOn(deps)
  if (!(await deps.mayTest(userId))) throw tooOften('Too many tests of webhooks', 'tests')
}

export async function testWebhook(deps: ManageWebhooks, userId: string, webhookId: string) {
  await requireMayTest(deps, userId)
  await requireWebhook(deps, userId, webhookId)
  const deliveryId = await deps.deliveries.addTest(userId, webhookId, deps.clock())
  if (deliveryId === null) throw notFound()
  return sendNow(deps, userId, deliveryId)
}

type Replayed = { webhookId: string; deliveryId: string }

export async function replayDelivery(
  deps: ManageWebhooks,
  userId: string,
  { webhookId, deliveryId }: Replayed,
) {
  await requireMayTest(deps, userId)
  await requireWebhook(deps, userId, webhookId)
  return sendNow(deps, userId, deliveryId)
}

type CleanWebhooks = Pick<ManageWebhooks, 'webhooks' | 'deliveries' | 'clock'>

/** Deletes webhooks that can no longer be restored, and all but the newest deliveries in each log. */
export async function cleanWebhooks({ webhooks, deliveries, clock }: CleanWebhooks): Promise<void> {
  await webhooks.deleteOlderWebhooks(new Date(clock().getTime() - limits.watchRestoreHours * 3_600_000))
  await deliveries.deleteOldDeliveries(limits.loggedDeliveries)
}
