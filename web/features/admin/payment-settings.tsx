import { Switch } from '@base-ui/react/switch'
import { useQueryClient } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { useId } from 'react'
import * as z from 'zod/mini'
import {
  type PaymentConfigView,
  paymentConfigEndpoint,
  savePaymentConfigEndpoint,
} from '#contract/admin-overview.ts'
import type { PaymentMode } from '#contract/billing.ts'
import { ActionForm } from '#web/features/accounts/action-form.tsx'
import { formatMoment } from '#web/features/site/format-date.ts'
import { RetryButton } from '#web/features/site/retry-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { adminKey, callAdmin, operatorKey, useAdminAction, useAdminQuery } from './admin-call.ts'

export function PaymentSettings() {
  const config = useAdminQuery(paymentConfigEndpoint)
  return (
    <SettingsSection
      title="Payment Configuration"
      description="Switch between production and sandbox modes for payments"
    >
      {config.data ? (
        <PaymentConfig config={config.data} />
      ) : config.isError ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="alert" className="flex items-center gap-2.5">
            <CreditCard className="size-5 shrink-0 text-ink-soft" />
            Payment configuration not available
          </p>
          <RetryButton error={config.error} onRetry={config.refetch} />
        </div>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </SettingsSection>
  )
}

const saveConfig = (change: z.output<typeof savePaymentConfigEndpoint.body>) =>
  callAdmin(savePaymentConfigEndpoint, change)
const saved = 'Payment Configuration Updated'
const notSaved = {
  title: 'Update Failed',
  words: 'Failed to update payment configuration. Please try again.',
}

/** The saved values are cached at once: the next change is based on them. */
function useAdoptConfig() {
  const queryClient = useQueryClient()
  return ({ config }: z.output<typeof savePaymentConfigEndpoint.output>) =>
    queryClient.setQueryData(adminKey(paymentConfigEndpoint), config)
}

function PaymentConfig({ config }: { config: PaymentConfigView }) {
  const save = useAdminAction({
    run: (wanted: PaymentMode) => saveConfig({ mode: wanted, basedOn: config.lastModifiedAt }),
    onDone: useAdoptConfig(),
    toast: (_, wanted) => ({ title: saved, description: `Successfully switched to ${wanted} mode` }),
    failed: notSaved,
  })
  const { mode, currentPriceId, lastModifiedAt, lastModifiedBy } = config
  const by = lastModifiedBy === null ? '' : ` by ${lastModifiedBy}`
  return (
    <>
      <ModeSwitch mode={mode} standIn={config.standIn} pending={save.isPending} onSwitch={save.mutate} />
      <p role="status" className="mt-2 flex min-h-6 items-center gap-2 text-sm text-ink-soft">
        {save.isPending ? (
          <>
            <Spinner />
            Updating payment configuration...
          </>
        ) : null}
      </p>
      <dl className="mt-2 grid gap-x-8 gap-y-5 border-t border-line pt-5 sm:grid-cols-2">
        <Fact term="Current Mode">
          <Badge variant={mode === 'production' ? 'default' : 'notice'}>{words[mode].name}</Badge>
        </Fact>
        <Fact term="Active Price ID">
          {currentPriceId === null ? (
            'Not configured'
          ) : (
            <code className="font-mono text-sm wrap-anywhere">{currentPriceId}</code>
          )}
        </Fact>
        <Fact term="Production keys">{config.productionReady ? 'Set on the server' : 'Not set'}</Fact>
        <Fact term="Sandbox keys">{config.sandboxReady ? 'Set on the server' : 'Not set'}</Fact>
      </dl>
      {lastModifiedAt === null ? null : (
        <p className="mt-5 text-sm text-ink-soft tabular-nums">
          {`Last modified: ${formatMoment(lastModifiedAt)}${by}`}
        </p>
      )}
      <PriceIdForm key={`${config.productionPriceId} ${config.sandboxPriceId}`} config={config} />
    </>
  )
}

const priceForm = z.omit(savePaymentConfigEndpoint.body, { mode: true, basedOn: true })

const priceFields = [
  { label: 'Production Price ID', name: 'productionPriceId' },
  { label: 'Sandbox Price ID', name: 'sandboxPriceId' },
] as const

/** Unchanged values are not sent; an empty field removes the saved price. */
const changed = (text: string | undefined, before: string | null) =>
  text === (before ?? '') ? undefined : text

function PriceIdForm({ config }: { config: PaymentConfigView }) {
  return (
    <div className="mt-6 border-t border-line pt-6">
      <ActionForm
        label="Price IDs"
        schema={priceForm}
        run={({ productionPriceId, sandboxPriceId }) =>
          saveConfig({
            mode: config.mode,
            basedOn: config.lastModifiedAt,
            productionPriceId: changed(productionPriceId, config.productionPriceId),
            sandboxPriceId: changed(sandboxPriceId, config.sandboxPriceId),
          })
        }
        onDone={useAdoptConfig()}
        invalidates={[operatorKey]}
        toast={{ title: saved, description: 'The price ids are saved.' }}
        failed={notSaved}
        submit="Save Price IDs"
        submitClass="self-start"
        variant="secondary"
        pendingLabel="Saving..."
      >
        <div className="grid gap-5 sm:grid-cols-2">
          {priceFields.map(({ label, name }) => (
            <TextField
              key={name}
              label={label}
              name={name}
              defaultValue={config[name] ?? ''}
              placeholder="price_..."
              verbatim
            />
          ))}
        </div>
      </ActionForm>
    </div>
  )
}

const words: Readonly<Record<PaymentMode, { name: string; description: string }>> = {
  production: { name: 'Production', description: 'Live payments with real transactions' },
  sandbox: { name: 'Sandbox', description: 'Test mode with fake transactions' },
}

type ModeSwitchProps = {
  mode: PaymentMode
  standIn: boolean
  pending: boolean
  onSwitch: (mode: PaymentMode) => void
}

export const standInWords = 'Local stand-in: no real payments'

function ModeSwitch({ mode, standIn, pending, onSwitch }: ModeSwitchProps) {
  const id = useId()
  const { name, description } = words[mode]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div>
        <p id={id} className="font-medium">
          {name} Mode
        </p>
        <p id={`${id}-description`} className="mt-0.5 text-sm text-ink-soft">
          {standIn ? standInWords : description}
        </p>
      </div>
      <div className="flex items-center gap-2.5 text-sm font-medium">
        <span aria-hidden="true" className={mode === 'production' ? 'text-ink' : 'text-ink-soft'}>
          Production
        </span>
        <Switch.Root
          checked={mode === 'sandbox'}
          aria-disabled={pending}
          aria-label="Sandbox mode"
          aria-describedby={`${id}-description`}
          onCheckedChange={(sandbox) => (pending ? undefined : onSwitch(sandbox ? 'sandbox' : 'production'))}
          className="relative h-7 w-12 shrink-0 cursor-pointer rounded-full bg-line-strong p-1 transition-colors data-checked:bg-accent aria-disabled:cursor-progress aria-disabled:opacity-60"
        >
          <Switch.Thumb className="block size-5 rounded-full bg-canvas shadow-lift transition-transform data-checked:translate-x-5" />
        </Switch.Root>
        <span aria-hidden="true" className={mode === 'sandbox' ? 'text-ink' : 'text-ink-soft'}>
          Sandbox
        </span>
      </div>
    </div>
  )
}
