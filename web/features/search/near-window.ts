/** So far above and below the window things are still drawn: two screens or so. */
const marginPixels = 1600

/** Told whether a place is near the window; with how high it was when it no longer is. */
type TellNear = (near: boolean, height: number) => void

export type NearWindow = {
  /** Whether the place of this number was in the window when somebody looked last. */
  isShown: (at: number) => boolean
  /** Tells of a place of the list from now on. Gives the way to end it. */
  watch: (place: HTMLElement, tell: TellNear) => () => void
  /** Looks again, once, before the next paint: the places may have moved. */
  look: () => void
  /** Begins to follow how the page is scrolled; gives the way to end it. */
  follow: (list: HTMLElement) => () => void
}

/** The number of the first place that is not wholly above a line; all are in order from top to bottom. */
function firstBelow(places: ArrayLike<Element>, line: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.getBoundingClientRect().bottom ?? 0) > line) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Says which places of a long list are near the window. It looks up the two ends among the places, which are in
 * order: a browser that observes a thousand of them takes a third of each frame for it. Before it has looked, the first `atFirst` places count as shown.
 */
export function makeNearWindow(atFirst: number): NearWindow {
  const watched = new Map<Element, TellNear>()
  let near = new Set<Element>()
  let shown = { from: 0, end: atFirst }
  let list: HTMLElement | null = null
  let frame = 0

  const compare = () => {
    frame = 0
    if (list === null) return
    const places = list.querySelectorAll('[data-post]')
    const between = (top: number, bottom: number) => ({
      from: firstBelow(places, top),
      end: Math.min(firstBelow(places, bottom) + 1, places.length),
    })
    shown = between(0, window.innerHeight)
    const { from, end } = between(-marginPixels, window.innerHeight + marginPixels)
    const now = new Set<Element>(Array.prototype.slice.call(places, from, end))
    const before = near
    near = now
    let changed = false
    for (const place of before) if (!now.has(place)) changed = say(place, false) || changed
    for (const place of now) if (!before.has(place)) changed = say(place, true) || changed
    // What was told changes heights, and with them what is near.
    if (changed) look()
  }
  const say = (place: Element, isNear: boolean): boolean => {
    const tell = watched.get(place)
    tell?.(isNear, place instanceof HTMLElement ? place.offsetHeight : 0)
    return tell !== undefined
  }
  const look = () => {
    if (frame === 0 && list !== null) frame = requestAnimationFrame(compare)
  }
  return {
    isShown: (at) => at >= shown.from && at < shown.end,
    watch(place, tell) {
      watched.set(place, tell)
      near.delete(place)
      look()
      return () => watched.delete(place)
    },
    look,
    follow(element) {
      list = element
      near = new Set()
      const listening = new AbortController()
      const how = { signal: listening.signal, capture: true, passive: true }
      document.addEventListener('scroll', look, how)
      window.addEventListener('resize', look, how)
      look()
      return () => {
        listening.abort()
        cancelAnimationFrame(frame)
        frame = 0
        list = null
      }
    },
  }
}
