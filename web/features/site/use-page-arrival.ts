import { useEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router'

/**
 * When `page` changes: scrolls to the top and moves the focus to the page, as a page load would. The first
 * page is left alone.
 */
export function usePageArrival(page: string): void {
  const way = useNavigationType()
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    // On Back, the browser restores the scroll position.
    if (way !== NavigationType.Pop) window.scrollTo({ top: 0 })
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [page, way])
}
