import type { Ledger } from './ledger.ts'
import { checkoutId } from './provider-id.ts'
import type { PriceObject, SessionObject } from './wire.ts'

const dayS = 24 * 60 * 60

type SessionFacts = {
  customer?: string
  customerEmail?: string
  clientReferenceId?: string
  metadata?: Record<string, string>
  successUrl: string
  cancelUrl?: string
  expiresAt?: number
  allowPromotionCodes?: boolean
  price: PriceObject
  quantity: number
}

/** An open session of the hosted page in `subscription` mode. */
export function makeSessionObject(ledger: Ledger, facts: SessionFacts): SessionObject {
  const id = checkoutId(ledger.livemode)
  const created = ledger.now()
  const total = facts.price.unit_amount * facts.quantity
  return {
    ...unplayedInSessions,
    id,
    object: 'checkout.session',
    allow_promotion_codes: facts.allowPromotionCodes ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: facts.cancelUrl ?? null,
    client_reference_id: facts.clientReferenceId ?? null,
    created,
    currency: facts.price.currency,
    customer: facts.customer ?? null,
    customer_creation: facts.customer === undefined ? 'always' : null,
    customer_email: facts.customerEmail ?? null,
    expires_at: facts.expiresAt ?? created + dayS,
    invoice: null,
    livemode: ledger.livemode,
    metadata: facts.metadata ?? {},
    mode: 'subscription',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: facts.successUrl,
    ui_mode: 'hosted_page',
    url: checkoutUrl(ledger, id),
  }
}

export function checkoutUrl(ledger: Ledger, sessionId: string): string {
  return `${ledger.pagesUrl()}/c/pay/${sessionId}`
}

/** What a session has that nothing here makes use of. */
const unplayedInSessions = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allowed_payment_method_types: null,
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_details: null,
  discounts: [],
  integration_identifier: null,
  invoice_creation: null,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'always',
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  wallet_options: null,
} satisfies Partial<SessionObject>
