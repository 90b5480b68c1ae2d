import Stripe from 'stripe'

export type StripeAccess = {
  secretKey: string
  webhookSecret: string
  /** Null: Stripe's own. Only an http address of this machine is taken, or live keys could go anywhere. */
  apiUrl: string | null
  /** For one answer of the provider. */
  timeoutMs?: number
  /** For one call with its retries. */
  totalMs?: number
}

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

function addressOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl)
  if (protocol !== 'http:' || !loopbackHosts.includes(hostname)) {
    throw new Error('Payments go to Stripe, or to an http address of this machine, and nowhere else')
  }
  return { protocol: 'http' as const, host: hostname.replace(/^\[|\]$/gu, ''), port: port || '80' }
}

/** The SDK for one key. It retries lost connections, conflicts and the provider's own failures twice. */
export function stripeClient({ secretKey, apiUrl, timeoutMs = 10_000 }: StripeAccess): Stripe {
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    ...(apiUrl === null ? {} : addressOf(apiUrl)),
  })
}
