import { createHmac } from 'node:crypto'
import type { EventObject } from './ledger.ts'

export type WebhookTarget = { url: string; secret: string }

/** Posts an event as the provider does; returns the status, or null when none came in time. */
export async function sendWebhook(
  target: WebhookTarget,
  event: EventObject,
  how: { timeoutMs: number; signal: AbortSignal },
): Promise<number | null> {
  // Spread over lines, as the provider sends it: a receiver that serialises it again fails the signature.
  const body = JSON.stringify(event, null, 2)
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(how.timeoutMs), how.signal]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureOf(body, target.secret),
      },
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}

function signatureOf(body: string, secret: string): string {
  const stamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')
  return `t=${stamp},v1=${signature}`
}

/** Webhooks of the stand-in stay on this machine. */
export function requireLoopback(target: WebhookTarget): WebhookTarget {
  const url = URL.parse(target.url)
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (!isHere)
    throw new Error(`The payment stand-in sends webhooks to this machine only, not to ${target.url}.`)
  return target
}
