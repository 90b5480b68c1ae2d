import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { Button } from './button.tsx'

type ThemeToggleProps = { dark: boolean; onSwitch: () => void }

export function ThemeToggle({ dark, onSwitch }: ThemeToggleProps) {
  const Icon = dark ? Sun : Moon
  const label = dark ? 'Switch to light theme' : 'Switch to dark theme'
  return (
    <Button variant="quiet" size="icon" onClick={onSwitch} aria-label={label} title={label}>
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  )
}
