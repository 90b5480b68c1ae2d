import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import type { PaymentMode } from '#stand-ins/stripe/ledger.ts'
import { type StandInOptions, standInPriceId } from '#stand-ins/stripe/start-stand-in.ts'
import { type ControlledStandIn, startControlledStandIn } from './stand-in-control.ts'

export type ReceivedWebhook = { body: string; signature: string; mode: PaymentMode }

/** A stand-in with the real SDK and a webhook receiver, for tests. */
export async function makeStandInShop(options: Partial<StandInOptions> = {}) {
  const received: ReceivedWebhook[] = []
  const receiver = {
    received,
    answer: (_webhook: ReceivedWebhook): number => 200,
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const mode = request.url === '/production' ? 'production' : 'sandbox'
      const signature = String(request.headers['stripe-signature'])
      const webhook: ReceivedWebhook = { body: Buffer.concat(chunks).toString('utf8'), signature, mode }
      received.push(webhook)
      response.writeHead(receiver.answer(webhook)).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standIn = await startControlledStandIn({
    nodeEnv: 'test',
    webhookRetryDelaysMs: [1, 1],
    webhookTargets: {
      production: { url: `${address}/production`, secret: 'whsec_of_production' },
      sandbox: { url: `${address}/sandbox`, secret: 'whsec_of_sandbox' },
    },
    ...options,
  })
  return {
    standIn,
    receiver,
    sandbox: connectSdk(standIn, 'sandbox'),
    production: connectSdk(standIn, 'production'),
    async close() {
      await standIn.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The SDK like the product uses it, but without retries, so that a test sees each response. */
export function connectSdk(standIn: ControlledStandIn, mode: PaymentMode): Stripe {
  const { hostname, port } = new URL(standIn.url)
  return new Stripe(standIn.modes[mode].apiKey, {
    protocol: 'http',
    host: hostname,
    port,
    maxNetworkRetries: 0,
    timeout: 10_000,
    telemetry: false,
  })
}

export function proCheckout(customer: string): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'subscription',
    customer,
    client_reference_id: 'user-1',
    line_items: [{ price: standInPriceId, quantity: 1 }],
    metadata: { userId: 'user-1' },
    subscription_data: { metadata: { userId: 'user-1' } },
    success_url: 'http://localhost:5000/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:5000/cancel?canceled=true',
  }
}
