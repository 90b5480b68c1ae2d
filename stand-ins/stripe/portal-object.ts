import type { Ledger } from './ledger.ts'
import { providerId, randomLetters } from './provider-id.ts'
import type { PortalObject } from './wire.ts'

/** A visit to the portal; whoever has its address may act for the customer. */
export function makePortalObject(
  ledger: Ledger,
  facts: { customer: string; returnUrl?: string },
): PortalObject {
  const id = providerId('bps')
  const secret = `${ledger.livemode ? 'live' : 'test'}_${id.slice(4)}${randomLetters(40)}`
  return {
    id,
    object: 'billing_portal.session',
    after_expiration: null,
    configuration: 'bpc_1StandInPortal0000000000',
    created: ledger.now(),
    customer: facts.customer,
    customer_account: null,
    flow: null,
    livemode: ledger.livemode,
    locale: null,
    on_behalf_of: null,
    return_url: facts.returnUrl ?? null,
    url: `${ledger.pagesUrl()}/p/session/${secret}`,
  }
}
