import CreditCard from 'lucide-react/icons/credit-card'
import type { ReactNode } from 'react'
import type { PaymentConfigView } from '#contract/admin-overview.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { PriceIdForm } from './price-id-form.tsx'
import { Spinner } from './spinner.tsx'
import { usePaymentConfig, useSavePaymentConfig } from './use-payment-config.ts'

/** The mode and the prices of payments. */
export function PaymentSettings() {
  const config = usePaymentConfig()
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
            <CreditCard aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
            Payment configuration not available
          </p>
          <Button onClick={() => void config.refetch()}>Try again</Button>
        </div>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </SettingsSection>
  )
}

function PaymentConfig({ config }: { config: PaymentConfigView }) {
  const save = useSavePaymentConfig((mode) => `Successfully switched to ${mode} mode`)
  const { mode, currentPriceId, lastModifiedAt, lastModifiedBy } = config
  const by = lastModifiedBy === null ? '' : ` by ${lastModifiedBy}`
  return (
    <>
      <ModeSwitch
        mode={mode}
        standIn={config.standIn}
        disabled={save.isPending}
        onSwitch={(wanted) => save.mutate({ mode: wanted })}
      />
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
          <Badge variant={mode === 'production' ? 'default' : 'notice'}>
            {mode === 'production' ? 'Production' : 'Sandbox'}
          </Badge>
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

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="mt-1 font-medium">{children}</dd>
    </div>
  )
}
