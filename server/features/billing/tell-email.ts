import type { PaymentMode } from '#contract/billing.ts'
import type { Duty } from '#server/clock.ts'
import type { Billing } from './require-payments.ts'

type TellEmail = Pick<Billing, 'billing' | 'payments'>

type Customer = { userId: string; mode: PaymentMode }

/** Gives the provider the new address of a user. Throws `PaymentsError`; then the job is retried. */
async function tellEmail({ billing, payments }: TellEmail, { userId, mode }: Customer): Promise<void> {
  const due = await billing.findEmailDue(userId, mode)
  if (due === null) return
  await payments[mode]?.changeEmail(due.customerId, due.email)
  await billing.noteEmailTold(userId, mode, due)
}

/** Modes without keys wait until there are keys again. */
export const customerEmailsDuty = (deps: TellEmail): Duty => ({
  name: 'customer-emails',
  title: 'addresses at the payment provider',
  atOnce: 1,
  announcedAs: deps.billing.emailWork,
  listDue: async () =>
    (await deps.billing.listEmailsDue())
      .filter(({ mode }) => deps.payments[mode] !== null)
      .map(({ userId, mode }) => ({ key: `${mode} ${userId}`, data: { userId, mode } })),
  run: (data) => tellEmail(deps, data as Customer),
})
