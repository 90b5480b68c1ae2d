import SunMoon from 'lucide-react/icons/sun-moon'
import { Button } from './button.tsx'

type ThemeToggleProps = { theme: 'light' | 'dark' | null; onSwitch: () => void }

const labels = { light: 'Switch to dark theme', dark: 'Switch to light theme' }

export function ThemeToggle({ theme, onSwitch }: ThemeToggleProps) {
  const label = theme === null ? 'Switch theme' : labels[theme]
  return (
    <Button
      variant="quiet"
      size="icon"
      className="noscript:hidden"
      onClick={onSwitch}
      aria-label={label}
      title={label}
    >
      <SunMoon aria-hidden="true" className="size-5" />
    </Button>
  )
}
