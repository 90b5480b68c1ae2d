import { Link } from 'react-router'
import { LogoMark } from '#web/ui/logo-mark.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { HeaderAccount } from './header-account.tsx'
import { useTheme } from './use-theme.ts'

export function SiteHeader() {
  const { theme, switchTheme } = useTheme()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas">
      <div className="mx-auto flex h-16 max-w-5xl items-center group-has-[[data-wide-page]]/shell:max-w-[92rem] justify-between px-4 sm:px-6">
        <Link to="/" className="flex items-center gap-2.5 rounded-control py-1 pr-2">
          <LogoMark className="size-8" />
          <span className="text-lg font-semibold tracking-tight">Unmet</span>
        </Link>
        <div className="flex items-center gap-2">
          <ThemeToggle theme={theme} onSwitch={switchTheme} />
          <HeaderAccount />
        </div>
      </div>
    </header>
  )
}
