import { type ComponentType, useEffect, useState } from 'react'
import { ToastList } from './toast-list.ts'
import type { ToastStage, ToastText } from './toast-viewport.tsx'

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']
const toastWaits = 'toast-waits'

const toasts = new ToastList()
let stage: ToastStage | null = null
let shownId = 0

export function showToast(toast: ToastText): void {
  toasts.add(toast)
  if (stage === null) document.dispatchEvent(new Event(toastWaits))
  else showOpen(stage)
}

/** Closes toasts about something that is over. */
export function closeToasts(): void {
  toasts.dismissAll()
  stage?.close()
}

function showOpen(on: ToastStage): void {
  const open = toasts.findOpen()
  // The place is made anew with the page around it, and what was shown there is on its way out.
  if (open === null || open.id === shownId) return
  shownId = open.id
  on.show(open, () => toasts.dismiss(open.id))
}

/** The place for toasts is there, and what waited is shown; or it is gone, and toasts wait for the next. */
function openStage(opened: ToastStage | null): void {
  stage = opened
  if (opened !== null) showOpen(opened)
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
    if (navigator.userActivation.hasBeenActive || toasts.findOpen() !== null) fetchViewport()
    return () => {
      mounted.abort()
      unused.abort()
    }
  }, [])
  return Viewport === null ? null : <Viewport onReady={openStage} />
}
