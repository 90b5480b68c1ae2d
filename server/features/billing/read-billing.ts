import type { BillingStore } from './billing-store.ts'
import type { PaymentConfigStore } from './payment-config-store.ts'
import { requirePerson } from './require-payments.ts'
import { billingMode, describePlan } from './subscription-rules.ts'

export type ReadBilling = {
  billing: Pick<BillingStore, 'findPerson'>
  paymentConfig: Pick<PaymentConfigStore, 'readConfig'>
}

/** The person's plan as it is kept here: it is shown also while the provider is away. */
export async function readBilling({ billing, paymentConfig }: ReadBilling, userId: string) {
  const person = requirePerson(await billing.findPerson(userId))
  const mode = billingMode(person.customers, (await paymentConfig.readConfig()).mode)
  const customer = person.customers.find((one) => one.mode === mode) ?? null
  return { tier: person.tier, granted: person.granted, ...describePlan(customer) }
}
