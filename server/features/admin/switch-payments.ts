import type * as z from 'zod/mini'
import type { AuditAction, PaymentConfigView, savePaymentConfigEndpoint } from '#contract/admin-overview.ts'
import type { PaymentMode } from '#contract/billing.ts'
import type { Operator } from '#server/actor.ts'
import { AppError } from '#server/errors.ts'
import type { PaymentConfigBefore } from '#server/features/billing/payment-config-store.ts'
import type { AdminDeps } from './admin-deps.ts'
import { entryOf } from './audit-store.ts'

type SwitchPayments = Pick<
  AdminDeps,
  'paymentSettings' | 'defaultPrices' | 'standIn' | 'paymentKeys' | 'changePayments' | 'clock'
>

type Wanted = z.output<typeof savePaymentConfigEndpoint.body>

export async function readPaymentSettings(deps: SwitchPayments): Promise<PaymentConfigView> {
  const { defaultPrices, paymentKeys } = deps
  const saved = await deps.paymentSettings.readConfig()
  const productionPriceId = saved.productionPriceId ?? defaultPrices.production
  const sandboxPriceId = saved.sandboxPriceId ?? defaultPrices.sandbox
  return {
    mode: saved.mode,
    currentPriceId: saved.mode === 'production' ? productionPriceId : sandboxPriceId,
    productionPriceId,
    sandboxPriceId,
    standIn: deps.standIn,
    productionReady: paymentKeys.production && !deps.standIn,
    sandboxReady: paymentKeys.sandbox && !deps.standIn,
    lastModifiedAt: saved.lastModifiedAt?.toISOString() ?? null,
    lastModifiedBy: saved.lastModifiedBy,
  }
}

/** The changes, as text for the log. Setting the same mode or price again is no change. */
function changesOf(before: PaymentConfigBefore, wanted: Wanted) {
  const changes: { action: AuditAction; details: string }[] = []
  if (wanted.mode !== before.mode) {
    const details = `From ${before.mode} to ${wanted.mode}.`
    changes.push({ action: 'payment_mode_changed', details })
  }
  for (const name of ['productionPriceId', 'sandboxPriceId'] as const) {
    if (wanted[name] === undefined || wanted[name] === (before[name] ?? '')) continue
    const mode = name === 'productionPriceId' ? 'production' : 'sandbox'
    const details = `In ${mode} mode from ${before[name] ?? 'none'} to ${wanted[name] === '' ? 'none' : wanted[name]}.`
    changes.push({ action: 'price_ids_changed', details })
  }
  return changes
}

function requireKeys({ paymentKeys }: SwitchPayments, mode: PaymentMode): void {
  if (paymentKeys[mode]) return
  const name = `STRIPE_${mode.toUpperCase()}`
  throw new AppError('billing_not_set_up', `There are no keys for the ${mode} mode`, {
    userMessage: `The server has no keys for the ${mode} mode: set ${name}_SECRET_KEY and ${name}_WEBHOOK_SECRET first.`,
  })
}

/** Refuses a change that would undo a change which the operator has not seen. */
function requireSeen({ basedOn }: Wanted, { lastModifiedAt }: PaymentConfigBefore): void {
  if (basedOn === undefined || (lastModifiedAt?.getTime() ?? null) === (basedOn && Date.parse(basedOn)))
    return
  throw new AppError('settings_changed', 'The payment configuration was changed in the meantime', {
    userMessage:
      'The payment configuration was changed in the meantime, and nothing was saved. Check what it is now, then save again.',
  })
}

/** Switches the mode, sets prices, or both, in one transaction. */
export async function switchPayments(deps: SwitchPayments, by: Operator, wanted: Wanted) {
  const { mode, productionPriceId, sandboxPriceId } = wanted
  requireKeys(deps, mode)
  const change = {
    mode,
    ...(productionPriceId === undefined ? {} : { productionPriceId: productionPriceId || null }),
    ...(sandboxPriceId === undefined ? {} : { sandboxPriceId: sandboxPriceId || null }),
  }
  await deps.changePayments(change, by, (saved) => {
    // Here the row is locked, and throwing undoes the change.
    requireSeen(wanted, saved)
    const before = {
      ...saved,
      productionPriceId: saved.productionPriceId ?? deps.defaultPrices.production,
      sandboxPriceId: saved.sandboxPriceId ?? deps.defaultPrices.sandbox,
    }
    return changesOf(before, wanted).map((done) => entryOf(deps.clock, by, done))
  })
  return { config: await readPaymentSettings(deps) }
}
