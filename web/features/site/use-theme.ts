import { useEffect, useState } from 'react'

export type Theme = 'light' | 'dark'

// The same key is read before the first paint by public/theme.js.
const storageKey = 'unmet.theme'

function themeInForce(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
}

/** The theme in force and a switch to the other one, which is remembered on this device. */
export function useTheme(): { theme: Theme; switchTheme: () => void } {
  const [theme, setTheme] = useState(themeInForce)

  useEffect(() => {
    const system = window.matchMedia('(prefers-color-scheme: dark)')
    const follow = () => setTheme(themeInForce())
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [])

  const switchTheme = () => {
    const next = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    keepTheme(next)
    setTheme(next)
  }
  return { theme, switchTheme }
}
