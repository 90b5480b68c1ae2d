import { useEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { focusPage } from '#web/focus-page.ts'

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
    focusPage({ scrolled: way === NavigationType.Pop })
  }, [page, way])
}
