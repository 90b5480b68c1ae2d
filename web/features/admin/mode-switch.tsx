import { Switch } from '@base-ui/react/switch'
import { useId } from 'react'
import type { PaymentMode } from '#contract/billing.ts'

const words: Readonly<Record<PaymentMode, { name: string; description: string }>> = {
  production: { name: 'Production', description: 'Live payments with real transactions' },
  sandbox: { name: 'Sandbox', description: 'Test mode with fake transactions' },
}

type ModeSwitchProps = {
  mode: PaymentMode
  standIn: boolean
  disabled: boolean
  onSwitch: (mode: PaymentMode) => void
}

export const standInWords = 'Local stand-in: no money moves'

export function ModeSwitch({ mode, standIn, disabled, onSwitch }: ModeSwitchProps) {
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
          disabled={disabled}
          aria-label="Sandbox mode"
          aria-describedby={`${id}-description`}
          onCheckedChange={(sandbox) => onSwitch(sandbox ? 'sandbox' : 'production')}
          className="relative h-7 w-12 shrink-0 cursor-pointer rounded-full bg-line-strong p-1 transition-colors data-checked:bg-accent data-disabled:cursor-progress data-disabled:opacity-60"
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
