import type { MouseEvent } from 'react'

/**
 * True for a click that stays in this tab. With a modifier key or another button, the browser opens the link
 * elsewhere.
 */
export function isPlainClick(event: MouseEvent): boolean {
  const { metaKey, ctrlKey, shiftKey, altKey, button } = event
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
}
