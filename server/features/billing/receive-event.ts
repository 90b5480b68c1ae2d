import type { PaymentMode } from '#contract/billing.ts'
import { AppError } from '#server/errors.ts'
import {
  EventRefused,
  MalformedPaymentsReply,
  type PaymentEvent,
  type Payments,
} from '#server/payment-ports.ts'
import { type Billing, requirePayments, translateFailure } from './require-payments.ts'
import { type SyncSubscription, syncSubscription } from './sync-subscription.ts'

export type ReceiveEvent = SyncSubscription & Pick<Billing, 'events' | 'warn'>

/** Checks that the event is signed, is not too old for the provider, and belongs to the mode in the URL. */
function readEvent(deps: ReceiveEvent, payments: Payments, { mode, body, signature }: Letter): PaymentEvent {
  try {
    const event = payments.readEvent(body, signature, deps.clock())
    if (event.live === (mode === 'production')) return event
  } catch (error) {
    if (!(error instanceof EventRefused) && !(error instanceof MalformedPaymentsReply)) throw error
    deps.warn('An event of the payment provider was refused', { mode, reason: error.message })
    throw new AppError('invalid_input', error.message, { cause: error })
  }
  deps.warn('An event of the payment provider came to the address of the other mode', { mode })
  throw new AppError('invalid_input', 'The event is of the other mode')
}

type Letter = { mode: PaymentMode; body: Uint8Array; signature: string }

/**
 * An event only says whose plan has to be fetched. The event is done once that plan is stored. After a
 * failure, the event is processed again when it is delivered again.
 */
export async function receiveEvent(deps: ReceiveEvent, letter: Letter): Promise<void> {
  const { mode } = letter
  const payments = requirePayments(deps.payments, mode)
  const event = readEvent(deps, payments, letter)
  const { id, type, about } = event
  if (about === null) return
  if (!(await deps.events.noteEvent({ mode, id, type, at: deps.clock() }))) return
  let { customerId } = about
  // An event about a dispute contains only the charge, which leads to the customer.
  if (about.chargeId !== null)
    customerId ??= await translateFailure(payments.findChargeCustomer(about.chargeId))
  const userId = customerId === null ? null : await deps.billing.findOwner(mode, customerId)
  if (userId !== null) await translateFailure(syncSubscription(deps, userId, mode))
  await deps.events.finishEvent(mode, id, deps.clock())
}
