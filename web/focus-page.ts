/** Moves the focus to the page and, unless it is `scrolled` already, scrolls to its top, as a page load would. */
export function focusPage({ scrolled = false } = {}): void {
  if (!scrolled) window.scrollTo({ top: 0 })
  document.getElementById('main')?.focus({ preventScroll: true })
}
