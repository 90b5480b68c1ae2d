import * as z from 'zod/mini'
import type { PaymentConfigView } from '#contract/admin-overview.ts'
import { useCheckedForm } from '#web/features/accounts/use-checked-form.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSavePaymentConfig } from './use-payment-config.ts'

const priceField = z
  .string()
  .check(z.trim(), z.regex(/^(price_[A-Za-z0-9_]{1,200})?$/u, 'A price id begins with price_'))
const priceForm = z.object({ productionPriceId: priceField, sandboxPriceId: priceField })

/** What stands there already is not sent; an empty field takes the saved price away. */
const changed = (text: string, before: string | null) => (text === (before ?? '') ? undefined : text)

/** The provider's ids of what Pro costs, one for each mode. */
export function PriceIdForm({ config }: { config: PaymentConfigView }) {
  const save = useSavePaymentConfig(() => 'The price ids are saved.')
  const { errors, formProps } = useCheckedForm({
    schema: priceForm,
    pending: save.isPending,
    onValid: ({ productionPriceId, sandboxPriceId }) =>
      save.mutate({
        mode: config.mode,
        productionPriceId: changed(productionPriceId, config.productionPriceId),
        sandboxPriceId: changed(sandboxPriceId, config.sandboxPriceId),
      }),
  })
  return (
    <form
      {...formProps}
      aria-label="Price IDs"
      className="mt-6 flex flex-col gap-5 border-t border-line pt-6"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Production Price ID"
          name="productionPriceId"
          defaultValue={config.productionPriceId ?? ''}
          placeholder="price_..."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.productionPriceId}
        />
        <TextField
          label="Sandbox Price ID"
          name="sandboxPriceId"
          defaultValue={config.sandboxPriceId ?? ''}
          placeholder="price_..."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.sandboxPriceId}
        />
      </div>
      <SubmitButton
        variant="secondary"
        pending={save.isPending}
        pendingLabel="Saving..."
        className="self-start"
      >
        Save Price IDs
      </SubmitButton>
    </form>
  )
}
