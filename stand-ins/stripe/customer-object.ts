import type Stripe from 'stripe'
import type { Ledger } from './ledger.ts'
import { providerId } from './provider-id.ts'
import type { CustomerObject } from './wire.ts'

type CustomerFacts = { email?: string; name?: string; description?: string; metadata?: Stripe.Metadata }

export function makeCustomerObject(ledger: Ledger, facts: CustomerFacts): CustomerObject {
  return {
    id: providerId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: ledger.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: facts.description ?? null,
    discount: null,
    email: facts.email ?? null,
    invoice_prefix: providerId('in').slice(3, 11).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: ledger.livemode,
    metadata: facts.metadata ?? {},
    name: facts.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
