import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { advanceTime, completeCheckout, type PaymentChoice, settleLatePayment } from './checkout-lifecycle.ts'
import type { Ledger, Ledgers } from './ledger.ts'
import { dateText, html, type Markup, moneyText, sendMissing, sendPage } from './provider-page.ts'
import { parseForm } from './request-params.ts'
import type * as wire from './wire.ts'

export type PageDeps = {
  ledgers: Ledgers
  save(): Promise<void>
}
type Visit = { ledger: Ledger; session: wire.Session }
type Path = { Params: { id: string }; Querystring: { problem?: string } }

const cards: { choice: PaymentChoice; label: string }[] = [
  { choice: 'card', label: 'Card 4242 4242 4242 4242 - pays' },
  { choice: 'declining_card', label: 'Card 4000 0000 0000 0002 - is declined' },
  {
    choice: 'card_that_fails_at_renewal',
    label: 'Card 4000 0000 0000 0341 - pays now, but is declined at the next renewal',
  },
  { choice: 'later', label: 'Bank debit - the result comes later' },
]
const payment = z.object({ choice: z.enum(cards.map(({ choice }) => choice)) })
const problems: Record<string, string> = {
  declined: 'Your card was declined. Try another card, or go back.',
  no_choice: 'Choose how to pay.',
}
const result = z.object({ result: z.enum(['succeeds', 'fails']) })

export function serveCheckoutPage(app: FastifyInstance, deps: PageDeps): void {
  app.get<Path>('/c/pay/:id', (request, reply) => {
    const visit = findVisit(deps, request.params.id)
    return visit ? showSession(reply, visit, problems[request.query.problem ?? '']) : showMissing(reply)
  })
  app.post<Path>('/c/pay/:id', async (request, reply) => {
    const visit = findVisit(deps, request.params.id)
    const wish = payment.safeParse(parseForm(request.body))
    if (!visit) return showMissing(reply)
    // An error has its own page, so that the browser's Back button works.
    const retry = (problem: string) => reply.redirect(`/c/pay/${visit.session.id}?problem=${problem}`, 303)
    if (!wish.success) return retry('no_choice')
    if (visit.session.status === 'expired') return showSession(reply, visit)
    if (completeCheckout(visit.ledger, visit.session, wish.data.choice) === 'declined')
      return retry('declined')
    await deps.save()
    return reply.redirect(successAddress(visit.session), 303)
  })
  app.post<Path>('/c/pay/:id/result', async (request, reply) => {
    const visit = findVisit(deps, request.params.id)
    const wish = result.safeParse(parseForm(request.body))
    if (!visit || !wish.success) return showMissing(reply)
    const { ledger, session } = visit
    if (session.status === 'complete' && session.payment_status === 'unpaid') {
      settleLatePayment(ledger, session, wish.data.result === 'succeeds')
      await deps.save()
    }
    return showSession(reply, visit)
  })
}

function findVisit(deps: PageDeps, id: string): Visit | null {
  for (const ledger of Object.values(deps.ledgers)) {
    advanceTime(ledger)
    const session = ledger.tables.sessions.find(id)
    if (session) return { ledger, session }
  }
  return null
}

function successAddress(session: wire.Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function showSession(reply: FastifyReply, visit: Visit, problem?: string): FastifyReply {
  const { session } = visit
  if (session.status === 'complete') return showComplete(reply, session)
  if (session.status === 'expired') return showExpired(reply, session)
  const { name, priceText } = offerOf(visit)
  return sendPage(reply, {
    title: `Subscribe to ${name}`,
    leadsTo: [session.success_url],
    body: html`<p>${priceText}, to be renewed until canceled.${emailOf(visit)}</p>
${problem ? html`<p role="alert">${problem}</p>` : ''}
<form method="post" action="/c/pay/${session.id}">
<fieldset>
<legend>Choose a test card</legend>
${cards.map(
  ({ choice, label }, at) =>
    html`<label><input type="radio" name="choice" value="${choice}"${at === 0 ? html` checked` : ''}> ${label}</label>`,
)}
</fieldset>
<button class="main" type="submit">Subscribe</button>
</form>
${backLink(session)}
<p>This page can be used until ${dateText(session.expires_at)}.</p>`,
  })
}

function showComplete(reply: FastifyReply, session: wire.Session): FastifyReply {
  const waits = session.payment_status === 'unpaid'
  const choices = html`<p role="status">The payment is pending. Choose its result:</p>
<form method="post" action="/c/pay/${session.id}/result">
<button type="submit" name="result" value="succeeds">Let the payment succeed</button>
<button type="submit" name="result" value="fails">Let the payment fail</button>
</form>`
  return sendPage(reply, {
    title: waits ? 'Payment pending' : 'This checkout is complete',
    leadsTo: [session.success_url],
    body: html`${waits ? choices : html`<p role="status">This checkout will charge nothing more.</p>`}
<p><a href="${successAddress(session)}">Return to the site</a></p>`,
  })
}

function showExpired(reply: FastifyReply, session: wire.Session): FastifyReply {
  return sendPage(reply, {
    title: 'This checkout has expired',
    status: 410,
    body: html`<p>Nothing was charged. Start again from the site.</p>${backLink(session)}`,
  })
}

const showMissing = (reply: FastifyReply) =>
  sendMissing(
    reply,
    'checkout',
    'The address is incomplete, or the stand-in has been reset. Start again from the site.',
  )

function backLink(session: wire.Session): Markup | '' {
  return session.cancel_url === null
    ? ''
    : html`<p><a href="${session.cancel_url}">Back, without paying</a></p>`
}

function offerOf({ ledger, session }: Visit): { name: string; priceText: string } {
  const plan = ledger.tables.checkoutPlans.find(session.id)
  const price = ledger.tables.prices.find(plan?.priceId ?? '')
  const amount = moneyText(session.amount_total ?? 0, session.currency ?? 'usd')
  return {
    name: price?.nickname ?? 'the plan',
    priceText: `${amount} per ${price?.recurring?.interval ?? 'month'}`,
  }
}

function emailOf({ ledger, session }: Visit): string {
  const email = ledger.tables.customers.find(session.customer)?.email
  return email ? ` For ${email}.` : ''
}
