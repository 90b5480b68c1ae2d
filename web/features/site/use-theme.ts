import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

// The same key is read before the first paint by event-replay.ts.
const storageKey = 'unmet.theme'
const listeners = new Set<() => void>()

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

function subscribe(onChange: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', onChange)
  listeners.add(onChange)
  return () => {
    system.removeEventListener('change', onChange)
    listeners.delete(onChange)
  }
}

function switchTheme(): void {
  const next = themeInForce() === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = next
  keepTheme(next)
  for (const onChange of listeners) onChange()
}

/** The theme in force and a switch to the other one, which is remembered on this device. */
export function useTheme(): { theme: Theme | null; switchTheme: () => void } {
  // A page drawn at build knows no theme: it is null until the page is alive.
  const theme = useSyncExternalStore<Theme | null>(subscribe, themeInForce, () => null)
  return { theme, switchTheme }
}
