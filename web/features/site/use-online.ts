import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  const listening = new AbortController()
  for (const event of ['online', 'offline']) {
    window.addEventListener(event, onChange, { signal: listening.signal })
  }
  return () => listening.abort()
}

/** False while the browser reports that it is offline. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}
