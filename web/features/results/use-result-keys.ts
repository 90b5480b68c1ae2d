import { type RefObject, useEffect } from 'react'
import { isFreeKey } from './shortcut-keys.ts'

/** What stands above the list in the window: a post under it is not in view. */
const headerPixels = 80

function placeOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[data-post]') ?? null
}

/** The place before or after the one that has the focus; without one, the first in view. */
function placeToward(area: Element, step: 1 | -1): HTMLElement | null {
  const places = [...area.querySelectorAll<HTMLElement>('[data-post]')]
  const now = placeOf(document.activeElement)
  if (now !== null) return places[places.indexOf(now) + step] ?? null
  return places.find((place) => place.getBoundingClientRect().bottom > headerPixels + 40) ?? null
}

/** Moves the focus to a place in the list, and the place into the window. */
export function focusPlace(place: HTMLElement | null | undefined): void {
  if (!place) return
  place.focus({ preventScroll: true })
  place.scrollIntoView({ block: place.offsetHeight > window.innerHeight / 2 ? 'start' : 'nearest' })
}

type KeyActions = {
  open: (key: string) => void
  save: (key: string) => void
  help: () => void
}

/** The single keys of the results: j, k, o, Enter, s and ?. Null while something over the list has them. */
export function useResultKeys(area: RefObject<HTMLElement | null>, actions: KeyActions | null): void {
  useEffect(() => {
    if (actions === null) return
    const listening = new AbortController()
    const press = (event: KeyboardEvent) => {
      const element = area.current
      if (element === null || !isFreeKey(event)) return
      const place = placeOf(document.activeElement)
      const key = place?.dataset.post
      const does: Record<string, () => void> = {
        j: () => focusPlace(placeToward(element, 1)),
        k: () => focusPlace(placeToward(element, -1)),
        '?': actions.help,
      }
      if (key !== undefined) {
        does.o = () => actions.open(key)
        does.s = () => actions.save(key)
        if (event.target === place) does.Enter = () => actions.open(key)
      }
      const act = does[event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press, { signal: listening.signal })
    return () => listening.abort()
  }, [area, actions])
}
