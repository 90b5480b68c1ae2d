import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { cardAccepts, findPaidCharge, openDispute, refundCharge, saveCard } from './charge-invoice.ts'
import { advanceTime } from './checkout-lifecycle.ts'
import type { PageDeps } from './checkout-page.ts'
import type { CardState, Ledger } from './ledger.ts'
import { dateText, html, type Markup, moneyText, sendMissing, sendPage } from './provider-page.ts'
import { parseForm } from './request-params.ts'
import {
  cancelAtPeriodEnd,
  endSubscription,
  renewSubscription,
  resumeSubscription,
  retryPayment,
} from './subscription-lifecycle.ts'
import type * as wire from './wire.ts'
import { itemOf } from './wire.ts'

type Visit = { ledger: Ledger; portal: wire.Portal }
type Path = { Params: { secret: string } }

type Act = (ledger: Ledger, subscription: wire.Subscription) => void

const withPayment =
  (act: (ledger: Ledger, charge: wire.Charge) => void): Act =>
  (ledger, { id }) => {
    const charge = findPaidCharge(ledger, id)
    if (charge) act(ledger, charge)
  }
const haveCard =
  (state: CardState): Act =>
  (ledger, { customer }) =>
    saveCard(ledger, customer, state)

const actions = {
  cancel_at_period_end: { label: 'Cancel at the end of the paid period', act: cancelAtPeriodEnd },
  cancel_now: { label: 'Cancel now', act: (...given) => endSubscription(...given) },
  resume: { label: 'Keep the subscription', act: resumeSubscription },
  card_expires: { label: 'Let the card expire', act: haveCard('declining') },
  new_card: { label: 'Use a card that pays', act: haveCard('good') },
  renew: { label: 'End the period now', act: (...given) => renewSubscription(...given) },
  retry: { label: 'Charge the card for the open payment again', act: (...given) => retryPayment(...given) },
  refund: { label: 'Refund the last payment', act: withPayment((...given) => refundCharge(...given)) },
  dispute: { label: 'Dispute the last payment at the bank', act: withPayment(openDispute) },
} satisfies Record<string, { label: string; act: Act }>
type Action = keyof typeof actions
const wish = z.object({ action: z.enum(Object.keys(actions) as Action[]), subscription: z.string().max(64) })

/** The portal: a person's own actions, and below them simulated events, such as a declined card. */
export function servePortalPage(app: FastifyInstance, deps: PageDeps): void {
  app.get<Path>('/p/session/:secret', (request, reply) => {
    const visit = findVisit(deps, request.params.secret)
    return visit ? showPortal(reply, visit) : showMissing(reply)
  })
  app.post<Path>('/p/session/:secret', async (request, reply) => {
    const visit = findVisit(deps, request.params.secret)
    const asked = wish.safeParse(parseForm(request.body))
    if (!visit || !asked.success) return showMissing(reply)
    const subscription = subscriptionsOf(visit).find((one) => one.id === asked.data.subscription)
    if (!subscription) return showMissing(reply)
    if (possible(visit.ledger, subscription).includes(asked.data.action)) {
      actions[asked.data.action].act(visit.ledger, subscription)
      await deps.save()
    }
    return reply.redirect(`/p/session/${request.params.secret}`, 303)
  })
}

function possible(ledger: Ledger, subscription: wire.Subscription): Action[] {
  const charge = findPaidCharge(ledger, subscription.id)
  const givenBack: Action[] = [
    ...(charge && !charge.refunded ? (['refund'] as const) : []),
    ...(charge && !charge.disputed ? (['dispute'] as const) : []),
  ]
  if (subscription.status === 'canceled') return givenBack
  const owes = ledger.tables.invoices.find(subscription.latest_invoice ?? '')?.status === 'open'
  return [
    subscription.cancel_at === null ? 'cancel_at_period_end' : 'resume',
    'cancel_now',
    cardAccepts(ledger, subscription.customer) ? 'card_expires' : 'new_card',
    owes ? 'retry' : 'renew',
    ...givenBack,
  ]
}

function findVisit(deps: PageDeps, secret: string): Visit | null {
  for (const ledger of Object.values(deps.ledgers)) {
    advanceTime(ledger)
    const portal = ledger.tables.portals.all().find((one) => one.url.endsWith(`/p/session/${secret}`))
    if (portal) return { ledger, portal }
  }
  return null
}

/** Sorted with the newest first. */
function subscriptionsOf({ ledger, portal }: Visit): wire.Subscription[] {
  return ledger.tables.subscriptions
    .all()
    .filter((one) => one.customer === portal.customer)
    .reverse()
}

function showPortal(reply: FastifyReply, visit: Visit): FastifyReply {
  const { ledger, portal } = visit
  const subscriptions = subscriptionsOf(visit)
  return sendPage(reply, {
    title: 'Manage your subscription',
    leadsTo: [portal.return_url],
    body: html`<p>${ledger.tables.customers.find(portal.customer)?.email ?? ''}</p>
${subscriptions.map((one) => showSubscription(visit, one))}
${subscriptions.length === 0 ? html`<p>There is no subscription.</p>` : ''}
${portal.return_url === null ? '' : html`<p><a href="${portal.return_url}">Return to the site</a></p>`}`,
  })
}

function showSubscription({ ledger, portal }: Visit, subscription: wire.Subscription): Markup {
  const item = itemOf(subscription)
  const doable = possible(ledger, subscription)
  const own = doable.filter((one) =>
    ['cancel_at_period_end', 'cancel_now', 'resume', 'new_card'].includes(one),
  )
  const others = doable.filter((one) => !own.includes(one))
  const address = new URL(portal.url).pathname
  const button = (action: Action) => html`<form method="post" action="${address}">
<input type="hidden" name="subscription" value="${subscription.id}">
<button type="submit" name="action" value="${action}">${actions[action].label}</button>
</form>`
  return html`<section>
<h2>${item.price.nickname ?? 'Subscription'}, ${moneyText(item.price.unit_amount, item.price.currency)} per ${item.price.recurring?.interval ?? 'month'}</h2>
<p role="status">${stateText(ledger, subscription)}</p>
${own.map(button)}
${others.length === 0 ? '' : html`<h3>Simulate events</h3>`}
${others.map(button)}
</section>`
}

function stateText(ledger: Ledger, subscription: wire.Subscription): string {
  const ends = dateText(itemOf(subscription).current_period_end)
  const card = cardAccepts(ledger, subscription.customer)
    ? ''
    : ' The card will be declined at the next payment.'
  if (subscription.status === 'canceled') return `Canceled on ${dateText(subscription.ended_at ?? 0)}.`
  if (subscription.cancel_at !== null)
    return `Active until ${dateText(subscription.cancel_at)}, then canceled.`
  if (subscription.status === 'past_due') return `Past due: the last payment was declined.${card}`
  return `Active. Renews on ${ends}.${card}`
}

const showMissing = (reply: FastifyReply) =>
  sendMissing(reply, 'page', 'The address is incomplete or expired. Open the portal again from the site.')
