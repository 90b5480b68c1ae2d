import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { closeToasts } from '#web/ui/toast.tsx'
import { findPlace } from './result-keys.ts'
import type { useToolAddress } from './tool-address.ts'

/** As wide as the list and the post beside it need: Tailwind's `lg`. */
const wideWindow = '(min-width: 64rem)'

function subscribeToWidth(onChange: () => void): () => void {
  const query = window.matchMedia(wideWindow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether posts are read beside their list; null while a server-rendered page does not know its window yet. */
export function useIsWide(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    subscribeToWidth,
    () => window.matchMedia(wideWindow).matches,
    () => null,
  )
}

/** Said to the history by a post that was opened from its list: going back closes it. */
const fromList = { fromList: true }

/** The ways to open, change and close the post that is read (`open`): beside the list, or over it. */
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
        // Going back leads to the list; going on from post to post leaves no trail.
        const isFirst = before.open === null
        if (isFirst && before.wide === false) closeToasts()
        change({ post: key }, isFirst ? { state: fromList } : { replace: true, state: before.state })
      },
      close: (): void => {
        if (latest.current.state?.fromList === true) window.history.back()
        else change({ post: null })
      },
      /** What gets the focus afterwards: what opened the drawer, or the place of the post it came to. */
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
