import { requireUser } from '#server/errors.ts'
import type { Billing } from './require-payments.ts'
import { billingMode, describePlan } from './subscription-rules.ts'

export type ReadBilling = Pick<Billing, 'billing' | 'paymentConfig'>

/** A person, the mode that their billing is in, and who they are at the provider there. */
export async function findBilling({ billing, paymentConfig }: ReadBilling, userId: string) {
  const person = requireUser(await billing.findPerson(userId))
  const mode = billingMode(person.customers, (await paymentConfig.readConfig()).mode)
  return { person, mode, customer: person.customers.find((one) => one.mode === mode) ?? null }
}

/** The person's plan as it is stored here: it is shown also while the provider is away. */
export async function readBilling(deps: ReadBilling, userId: string) {
  const { person, customer } = await findBilling(deps, userId)
  return { tier: person.tier, granted: person.granted, ...describePlan(customer) }
}
