import type { PaymentMode } from '#contract/billing.ts'
import { AppError } from '#server/errors.ts'
import type { PaymentsError } from '#server/payment-ports.ts'
import type { PaymentConfigChange } from './payment-config-store.ts'
import { type Billing, requirePayments, translateFailure } from './require-payments.ts'
import { checkPrice } from './require-price.ts'

export type ChangePaymentConfig = Pick<Billing, 'payments' | 'paymentConfig' | 'clock'>

/** Shows the provider's own message, which helps the operator to configure the product. */
const toOperator = ({ message }: PaymentsError) => ({
  message,
  userMessage: `${message}. Nothing was changed.`,
})

/** A price is saved only after the provider has confirmed that Pro can be sold at this price in that mode. */
async function requireRightPrice(
  deps: ChangePaymentConfig,
  mode: PaymentMode,
  priceId: string | null | undefined,
): Promise<void> {
  if (priceId === undefined || priceId === null) return
  const fault = await translateFailure(checkPrice(deps.payments, mode, priceId), toOperator)
  if (fault === null) return
  const userMessage = `This price cannot be used: ${fault}.`
  throw new AppError('invalid_input', `Pro cannot be sold at ${priceId}: ${fault}`, { userMessage })
}

/**
 * Switches the mode, sets prices, or both, in one transaction. The plans of all users are updated at once.
 */
export async function changePaymentConfig(
  deps: ChangePaymentConfig,
  change: PaymentConfigChange,
  adminId: string | null,
): Promise<void> {
  const { mode, productionPriceId, sandboxPriceId } = change
  if (mode !== undefined) requirePayments(deps.payments, mode)
  await requireRightPrice(deps, 'production', productionPriceId)
  await requireRightPrice(deps, 'sandbox', sandboxPriceId)
  await deps.paymentConfig.saveConfig(change, { adminId, at: deps.clock() })
}
