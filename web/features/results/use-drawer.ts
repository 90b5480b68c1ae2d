import { useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { closeToasts } from '#web/ui/toast.tsx'
import { readTool, useAddress, writeTool } from './tool-address.ts'
import { findPlace } from './use-result-keys.ts'

/** Said to the history by a drawer that was opened from its list: going back closes it. */
const fromList = { fromList: true }

/** The post that is read, by the address, and the ways to open, change and close it: beside the list, or over it. */
export function useDrawer(wide: boolean | null) {
  const [params, setParams] = useAddress()
  const { state } = useLocation()
  const navigate = useNavigate()
  const open = readTool(params).post
  const now = { navigate, state, open, wide }
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  const opener = useRef<{ key: string; element: Element | null } | null>(null)
  const ways = useMemo(
    () => ({
      openPost: (key: string): void => {
        const { open: before, state: kept, wide: beside } = latest.current
        if (before === key) return
        if (before === null) opener.current = { key, element: document.activeElement }
        // Going back closes what lies over the list; what is read beside it leaves no trail.
        const isOver = before === null && beside === false
        if (isOver) closeToasts()
        const how = isOver ? { state: fromList } : { replace: true, state: kept }
        setParams((address) => writeTool(address, { post: key }), { ...how, preventScrollReset: true })
      },
      close: (): void => {
        const { navigate: go, state: kept } = latest.current
        if (kept?.fromList === true) void go(-1)
        else setParams((address) => writeTool(address, { post: null }), { replace: true })
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
    [setParams],
  )
  return { open, ...ways }
}
