import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** On a way to another page: shows it from its top and moves the focus to it, as a page load would. */
export function usePageArrival(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo({ top: 0 })
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
