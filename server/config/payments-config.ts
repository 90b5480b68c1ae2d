import type { PaymentMode } from '#contract/billing.ts'
import { buildPattern } from '#contract/build-pattern.ts'
import { proPriceDollars } from '#contract/limits.ts'
import { type ReadVariable, readTogether, variable } from './config-variable.ts'

const matching = (pattern: RegExp, takes: string, purpose: string) =>
  variable({ takes, purpose, read: (text) => (pattern.test(text) ? text : undefined) })

const secretKey = (side: 'live' | 'test', purpose: string) =>
  matching(
    buildPattern(`^[sr]k_${side}_\\w{10,300}$`, 'u'),
    `a key that begins with sk_${side}_ or rk_${side}_`,
    purpose,
  )
const webhookSecret = (mode: PaymentMode) =>
  matching(
    /^whsec_[\w+/=]{10,300}$/,
    'a secret that begins with whsec_',
    `Signing secret of the Stripe webhook to PUBLIC_URL/api/webhooks/stripe/${mode}`,
  )
const priceId = (side: string) =>
  matching(
    /^price_\w{1,200}$/,
    'an id that begins with price_',
    `Stripe's id of the ${side} price of Pro (monthly, USD ${proPriceDollars}) until an operator saves another`,
  )

function loopbackAddress(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'http:' || url.pathname !== '/' || url.search !== '') return undefined
  const here = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname) && url.username === ''
  return here ? url.origin : undefined
}

export const paymentVariables = {
  STRIPE_PRODUCTION_SECRET_KEY: secretKey('live', 'Stripe key for live payments'),
  STRIPE_PRODUCTION_WEBHOOK_SECRET: webhookSecret('production'),
  STRIPE_PRODUCTION_PRICE_ID: priceId('live'),
  STRIPE_SANDBOX_SECRET_KEY: secretKey('test', "Key of Stripe's test mode"),
  STRIPE_SANDBOX_WEBHOOK_SECRET: webhookSecret('sandbox'),
  STRIPE_SANDBOX_PRICE_ID: priceId('test'),
  STRIPE_API_URL: variable({
    takes: 'an http address of this machine (127.0.0.1, [::1], localhost) without a path',
    purpose: 'A stand-in for Stripe, for development and tests; live keys are never sent to another host',
    fallback: "Stripe's own",
    read: loopbackAddress,
  }),
}

type Read = ReadVariable<typeof paymentVariables>

export type PaymentKeys = NonNullable<ReturnType<typeof readKeys>>

/** Without the webhook secret, payments would go unnoticed. The price is used until an operator saves another. */
function readKeys(read: Read, mode: 'PRODUCTION' | 'SANDBOX') {
  const own = readTogether(read, [`STRIPE_${mode}_SECRET_KEY`, `STRIPE_${mode}_WEBHOOK_SECRET`])
  const priceId = read(`STRIPE_${mode}_PRICE_ID`)
  if (own === null) return null
  const [secretKey = '', webhookSecret = ''] = own
  return { secretKey, webhookSecret, priceId }
}

export type PaymentsConfig = ReturnType<typeof readPayments>

export function readPayments(read: Read) {
  return {
    // Null means the provider's own address.
    apiUrl: read('STRIPE_API_URL'),
    // Whether a local stand-in simulates the provider. Decided at startup.
    standIn: false,
    production: readKeys(read, 'PRODUCTION'),
    sandbox: readKeys(read, 'SANDBOX'),
  }
}
