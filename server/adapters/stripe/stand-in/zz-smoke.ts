import Stripe from 'stripe'
import { startStandIn } from '/work/main/server/adapters/stripe/stand-in/start-stand-in.ts'

const s = await startStandIn({ nodeEnv: 'test', stateFile: '/tmp/E1/state/s.json' })
const u = new URL(s.url)
const stripe = new Stripe(s.modes.sandbox.apiKey, {
  protocol: 'http',
  host: u.hostname,
  port: u.port,
  telemetry: false,
  maxNetworkRetries: 2,
  timeout: 10000,
})
const c = await stripe.customers.create({ email: 'a@b.co', metadata: { userId: 'u1' } })
const price = await stripe.prices.retrieve(s.modes.sandbox.priceId)
console.log(price.unit_amount_decimal, price.recurring)
const cs = await stripe.checkout.sessions.create({
  mode: 'subscription',
  customer: c.id,
  client_reference_id: 'u1',
  line_items: [{ price: price.id, quantity: 1 }],
  metadata: { userId: 'u1' },
  subscription_data: { metadata: { userId: 'u1' } },
  success_url: 'http://localhost:3000/success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/cancel',
})
console.log(cs.url)
const page = await fetch(cs.url)
console.log(page.status, page.headers.get('content-security-policy'), (await page.text()).slice(0, 300))
const r = await fetch(cs.url, {
  method: 'POST',
  body: new URLSearchParams({ choice: 'card' }),
  redirect: 'manual',
})
console.log(r.status, r.headers.get('location'))
const full = await stripe.checkout.sessions.retrieve(cs.id, {
  expand: ['subscription', 'line_items', 'customer', 'subscription.latest_invoice.payments'],
})
console.dir(full.subscription, { depth: 3 })
for await (const sub of stripe.subscriptions.list({ customer: c.id, status: 'all' }))
  console.log(sub.status, sub.items.data[0].current_period_end)
const p = await stripe.billingPortal.sessions.create({
  customer: c.id,
  return_url: 'http://localhost:3000/profile?portal=1',
})
console.log(await (await fetch(p.url)).text())
try {
  await stripe.prices.retrieve('price_x')
} catch (e) {
  console.log(e.type, e.statusCode, e.code, e.param, e.message)
}
try {
  await stripe.checkout.sessions.create({ mode: 'subscribe', payment_method_types: ['card'] } as never)
} catch (e) {
  console.log(e.type, e.statusCode, e.code, e.param, e.message)
}
await s.close()
