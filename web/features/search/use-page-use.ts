import { useEffect, useState } from 'react'

const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown']

/** Whether somebody has done anything with this page by now. */
export function usePageUse(): boolean {
  const [used, setUsed] = useState(false)
  useEffect(() => {
    if (used) return undefined
    if (navigator.userActivation.hasBeenActive) {
      setUsed(true)
      return undefined
    }
    const listening = new AbortController()
    for (const sign of signs) {
      document.addEventListener(sign, () => setUsed(true), { signal: listening.signal, passive: true })
    }
    return () => listening.abort()
  }, [used])
  return used
}
