import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { makeNearWindow, type NearWindow } from './near-window.ts'
import { drawnAtOnce } from './place-card.tsx'

/** Follows which places of a list are near the window. Looks again when the results, and with them the places, change. */
export function useNearWindow(results: readonly unknown[]): {
  list: RefObject<HTMLDivElement | null>
  nearWindow: NearWindow
} {
  const list = useRef<HTMLDivElement>(null)
  const [nearWindow] = useState(() => makeNearWindow(drawnAtOnce))
  useEffect(() => (list.current === null ? undefined : nearWindow.follow(list.current)), [nearWindow])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are other places
  useEffect(() => nearWindow.look(), [results, nearWindow])
  return { list, nearWindow }
}

/**
 * Whether a place is in the window or close to it, and how high it was when it last was. It is as soon as it becomes
 * `looked` at, before the window is looked up again. What has the focus stays near.
 */
export function useNearby(
  nearWindow: NearWindow,
  looked: boolean,
): { item: RefObject<HTMLDivElement | null>; near: boolean; height: number } {
  const item = useRef<HTMLDivElement>(null)
  const [{ near, height }, setState] = useState({ near: looked, height: 0 })
  const [lookedBefore, setLookedBefore] = useState(looked)
  if (looked !== lookedBefore) {
    setLookedBefore(looked)
    if (looked) setState({ near: true, height: 0 })
  }
  useEffect(() => {
    const element = item.current
    if (element === null) return undefined
    return nearWindow.watch(element, (now, tall) => {
      const stays = now || element.contains(document.activeElement)
      startTransition(() => setState({ near: stays, height: stays ? 0 : tall }))
    })
  }, [nearWindow])
  return { item, near, height }
}
