import { useSyncExternalStore } from 'react'

/** As wide as the list and the post beside it need: Tailwind's `lg`. */
const wide = '(min-width: 64rem)'

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wide)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether posts are read beside their list; null while a server-rendered page does not know its window yet. */
export function useIsWide(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => null,
  )
}
