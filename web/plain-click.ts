import type { MouseEvent } from 'react'

/** True for a click that stays in this tab; with a modifier key or another button a link opens elsewhere. */
export function isPlainClick(event: MouseEvent): boolean {
  const { metaKey, ctrlKey, shiftKey, altKey, button } = event
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
}
