import { useEffect } from 'react'

/** Names the tab; screen readers read it when the page changes. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
