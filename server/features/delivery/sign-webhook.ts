import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret in the format of Standard Webhooks 1.0.0: 24 to 64 random bytes. */
export const makeWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

type Signed = { id: string; body: string; now: Date }

/**
 * The headers of Standard Webhooks 1.0.0. While a secret is being replaced, both the old and the new one
 * sign.
 */
export function signWebhook(secrets: readonly string[], { id, body, now }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
