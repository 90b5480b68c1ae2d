import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { PaymentMode } from '#contract/billing.ts'
import { limits } from '#contract/limits.ts'
import { isLoopbackHost } from '#contract/loopback-host.ts'
import type { Config } from '#server/config/config.ts'
import type { PaymentKeys, PaymentsConfig } from '#server/config/payments-config.ts'

export type OpenPayments = {
  payments: PaymentsConfig
  /** Called with the port on which the product listens. */
  listensAt(port: number): void
  close(): Promise<void>
}

/** Whether other machines can reach the product, judged by its listening address and its public URL. */
export function isReachable({ host, publicUrl }: { host: string; publicUrl: string | null }): boolean {
  const hosts = [host, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])]
  return !hosts.every(isLoopbackHost)
}

/** The host name by which this machine reaches the product, if it listens on `host`. */
function ownHost(host: string): string {
  if (host.includes(':')) return '[::1]'
  return host === 'localhost' ? 'localhost' : '127.0.0.1'
}

/**
 * The payment provider. In development without keys, a local stand-in simulates Stripe. The rest of the
 * product uses both in the same way.
 */
export async function openPayments(config: Config, log: (line: string) => void): Promise<OpenPayments> {
  const { payments, isProduction, host, port, dataDir } = config
  const isOpen = isReachable(config)
  const hasKeys = payments.production !== null || payments.sandbox !== null
  if (!hasKeys && isProduction) log('There are no Stripe keys: billing is off')
  // The stand-in's pages are local, so a browser on another machine could not open them.
  if (!hasKeys && !isProduction && isOpen)
    log('There are no Stripe keys, and a stand-in would only work on this machine: billing is off')
  if (hasKeys || isProduction || isOpen) return { payments, listensAt: () => {}, close: async () => {} }
  const secrets = { production: newWebhookSecret(), sandbox: newWebhookSecret() }
  const target = (mode: PaymentMode, at: number) => ({
    url: `http://${ownHost(host)}:${at}/api/webhooks/stripe/${mode}`,
    secret: secrets[mode],
  })
  const { startStandIn } = await import('#stand-ins/stripe/start-stand-in.ts')
  const standIn = await startStandIn({
    nodeEnv: 'development',
    priceCents: limits.proPriceCents,
    stateFile: join(dataDir, 'payment-stand-in.json'),
    log,
    webhookTargets: { production: target('production', port), sandbox: target('sandbox', port) },
  })
  log(`There are no Stripe keys: a stand-in at ${standIn.url} replaces it, without real payments`)
  const keys = (mode: PaymentMode): PaymentKeys => ({
    secretKey: standIn.modes[mode].apiKey,
    webhookSecret: secrets[mode],
    priceId: standIn.modes[mode].priceId,
  })
  return {
    payments: {
      apiUrl: standIn.url,
      standIn: true,
      production: keys('production'),
      sandbox: keys('sandbox'),
    },
    listensAt(actual) {
      for (const mode of ['production', 'sandbox'] as const) {
        standIn.setWebhookTarget(mode, target(mode, actual))
      }
    },
    close: () => standIn.close(),
  }
}

const newWebhookSecret = () => `whsec_${randomBytes(24).toString('hex')}`
