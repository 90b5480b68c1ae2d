import { type ComponentType, useEffect, useState } from 'react'
import type { ToastStage, ToastText } from './toast-viewport.tsx'

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']
const toastWaits = 'toast-waits'

let stage: ToastStage | null = null
let waiting: ToastText | null = null

export function showToast(toast: ToastText): void {
  waiting = toast
  if (stage === null) document.dispatchEvent(new Event(toastWaits))
  else openStage(stage)
}

/** Closes toasts about something that is over. */
export function closeToasts(): void {
  waiting = null
  stage?.close()
}

/** The place for toasts is there: what waited is shown. */
function openStage(opened: ToastStage): void {
  stage = opened
  if (waiting !== null) opened.show(waiting)
  waiting = null
}

/** Toasts weigh 17 kB that nobody needs who only looks: their code comes with the first sign of use. */
export function ToastRegion() {
  const [Viewport, setViewport] = useState<ComponentType<{ onReady: typeof openStage }> | null>(null)
  useEffect(() => {
    const mounted = new AbortController()
    const unused = new AbortController()
    const fetchViewport = () => {
      unused.abort()
      // Without a connection, what happened is shown on the page as well, and the next toast tries again.
      import('./toast-viewport.tsx').then(
        ({ ToastViewport }) => setViewport(() => ToastViewport),
        () => {},
      )
    }
    document.addEventListener(toastWaits, fetchViewport, { signal: mounted.signal })
    for (const sign of signs) {
      document.addEventListener(sign, fetchViewport, { signal: unused.signal, passive: true })
    }
    if (navigator.userActivation.hasBeenActive || waiting !== null) fetchViewport()
    return () => {
      mounted.abort()
      unused.abort()
    }
  }, [])
  return Viewport === null ? null : <Viewport onReady={openStage} />
}
