/** Scrolls to the top and moves the focus to the page, as a page load would. */
export function focusPage(): void {
  window.scrollTo({ top: 0 })
  document.getElementById('main')?.focus({ preventScroll: true })
}
