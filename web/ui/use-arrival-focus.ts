import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to awaited content, once for each `arrival`; null leaves it where it is. */
export function useArrivalFocus(arrival: string | null): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrival !== null) heading.current?.focus()
  }, [arrival])
  return heading
}
