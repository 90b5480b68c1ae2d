import { PaymentSettings } from './payment-settings.tsx'
import { SecondFactorSettings } from './second-factor-settings.tsx'

/** What the operator decides: how money is taken, and how hard this area is to enter. */
export function SettingsTab() {
  return (
    <div className="-mt-8 flex flex-col">
      <PaymentSettings />
      <SecondFactorSettings />
    </div>
  )
}
