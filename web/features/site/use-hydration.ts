import { useLayoutEffect } from 'react'

/** Tells React what stands in a field that was filled in before React listened. */
function announceTyped(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  // React remembers what it set itself, and takes the same value for no change.
  field.value = ''
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Once a built page has come to life: what was typed, pressed and sent before counts as if it were done now. */
export function useHydration(): void {
  useLayoutEffect(() => {
    const early = window.earlyStart
    if (early === undefined) return
    delete window.earlyStart
    early.release()
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      '#root input:is([type="search"], [type="text"]), #root textarea',
    )) {
      if (field.value !== field.defaultValue) announceTyped(field)
    }
    // What was typed is part of the page only after this pass.
    setTimeout(() => {
      for (const repeat of early.held) repeat()
    })
  }, [])
}
