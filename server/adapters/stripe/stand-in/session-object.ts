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
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: facts.allowPromotionCodes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: facts.cancelUrl ?? null,
    client_reference_id: facts.clientReferenceId ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: facts.price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: facts.customer ?? null,
    customer_account: null,
    customer_creation: facts.customer === undefined ? 'always' : null,
    customer_details: null,
    customer_email: facts.customerEmail ?? null,
    discounts: [],
    expires_at: facts.expiresAt ?? created + dayS,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: ledger.livemode,
    locale: null,
    managed_payments: null,
    metadata: facts.metadata ?? {},
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: facts.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: checkoutUrl(ledger, id),
    wallet_options: null,
  }
}

export function checkoutUrl(ledger: Ledger, sessionId: string): string {
  return `${ledger.pagesUrl()}/c/pay/${sessionId}`
}
