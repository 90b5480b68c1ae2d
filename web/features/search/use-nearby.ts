import { type RefObject, startTransition, useEffect, useRef, useState } from 'react'

/** So far above and below the window things are still drawn: two screens or so. */
const margin = '1600px 0px'

const listeners = new WeakMap<Element, (near: boolean) => void>()
let observer: IntersectionObserver | null = null

function observe(element: Element, tell: (near: boolean) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) =>
      startTransition(() => {
        for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
      }),
    { rootMargin: margin },
  )
  const watching = observer
  listeners.set(element, tell)
  watching.observe(element)
  return () => {
    watching.unobserve(element)
    listeners.delete(element)
  }
}

/** Whether an element is in the window or close to it, while somebody wants to know. What has the focus stays near. */
export function useNearby(wanted: boolean): { item: RefObject<HTMLLIElement | null>; near: boolean } {
  const item = useRef<HTMLLIElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = item.current
    if (!wanted || element === null) return undefined
    return observe(element, (now) => setNear(now || element.contains(document.activeElement)))
  }, [wanted])
  return { item, near }
}
