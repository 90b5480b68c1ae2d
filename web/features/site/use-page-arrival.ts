import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

/** On a way to another page: shows it from its top and moves the focus to it, as a page load would. */
export function usePageArrival(): void {
  const { pathname } = useLocation()
  const way = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Who goes back comes to where they were: the browser knows the place.
    if (way !== NavigationType.Pop) window.scrollTo({ top: 0 })
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, way])
}
