import { useEffect } from 'react'
import { storedText } from '#web/device-storage.ts'

/** The single-key shortcuts, as in `KeyboardEvent.key`. */
export const shortcutKeys = {
  search: '/',
  next: 'j',
  previous: 'k',
  read: 'o',
  save: 's',
  help: '?',
} as const

const switchedOff = storedText('unmet.shortcuts')

/** Single keys can be turned off, for people whose speech software types them. */
export const shortcutsOn = (): boolean => switchedOff.read() !== 'off'

/** Returns false if this device could not store the choice. */
export const keepShortcuts = (on: boolean): boolean => switchedOff.keep(on ? null : 'off')

const takesKeys =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** True if nothing else handles the key: nobody is typing, and no dialog or menu except `own` has the focus. */
function isFreeKey(event: KeyboardEvent, own?: Element | null): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false
  const taker = event.target instanceof Element ? event.target.closest(takesKeys) : null
  return (taker === null || taker === own) && shortcutsOn()
}

type Keys = Readonly<Record<string, (() => void) | undefined>>

/**
 * Handles single keys. `keysOf` is called at each press; null turns single keys off. `findOwn` finds the
 * dialog in which the keys work.
 */
export function useFreeKeys(
  keysOf: ((event: KeyboardEvent) => Keys) | null,
  findOwn?: () => Element | null | undefined,
): void {
  useEffect(() => {
    if (keysOf === null) return undefined
    const press = (event: KeyboardEvent) => {
      const act = isFreeKey(event, findOwn?.()) ? keysOf(event)[event.key] : undefined
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
