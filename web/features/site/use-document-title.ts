import { useEffect } from 'react'

/** Sets the tab's title; screen readers read it when the page changes. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
