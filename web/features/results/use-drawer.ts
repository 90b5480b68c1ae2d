import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { closeToasts } from '#web/ui/toast.tsx'
import { findPlace } from './result-keys.ts'
import type { useToolAddress } from './tool-address.ts'

/** The minimum width for a list with a post beside it: Tailwind's `lg`. */
const wideWindow = '(min-width: 64rem)'

function subscribeToWidth(onChange: () => void): () => void {
  const query = window.matchMedia(wideWindow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether posts open beside their list; null while a server-rendered page does not know the window size yet. */
export function useIsWide(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    subscribeToWidth,
    () => window.matchMedia(wideWindow).matches,
    () => null,
  )
}

/** The history state of a post that was opened from its list. Closing such a post goes back to the list. */
const fromList = { fromList: true }

/** Functions to open, change and close a post, beside the list or over it. `open` is the open post. */
export function useDrawer({ tool, change }: ReturnType<typeof useToolAddress>, wide: boolean | null) {
  const open = tool.post
  const { state } = useLocation()
  const latest = useRef({ state, open, wide })
  useEffect(() => {
    latest.current = { state, open, wide }
  })
  const opener = useRef<{ key: string; element: Element | null } | null>(null)
  return useMemo(
    () => ({
      openPost: (key: string): void => {
        const before = latest.current
        if (before.open === key) return
        if (before.open === null) opener.current = { key, element: document.activeElement }
        // Back leads to the list; stepping from post to post adds no history entries.
        const isFirst = before.open === null
        if (isFirst && before.wide === false) closeToasts()
        change({ post: key }, isFirst ? { state: fromList } : { replace: true, state: before.state })
      },
      close: (): void => {
        if (latest.current.state?.fromList === true) window.history.back()
        else change({ post: null })
      },
      /**
       * The element to focus afterwards: the element that opened the drawer, or the row of the current post.
       */
      findReturn: (key: string): HTMLElement | null => {
        const from = opener.current
        const isSame = from?.key === key && from.element !== document.body
        if (isSame && from.element instanceof HTMLElement && from.element.isConnected) return from.element
        const place = findPlace(key)
        return place?.querySelector<HTMLElement>('[data-opens]') ?? place
      },
    }),
    [change],
  )
}
