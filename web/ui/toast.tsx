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

/** Closes outdated toasts. */
export function closeToasts(): void {
  toasts.dismissAll()
  stage?.close()
}

function showOpen(on: ToastStage): void {
  const open = toasts.findOpen()
  // The viewport is remounted with its page, and its current toasts disappear.
  if (open === null || open.id === shownId) return
  shownId = open.id
  on.show(open, () => toasts.dismiss(open.id))
}

/**
 * Called when the viewport is mounted, so that it shows queued toasts, and when it is unmounted, so that
 * toasts wait for the next viewport.
 */
function openStage(opened: ToastStage | null): void {
  stage = opened
  if (opened !== null) showOpen(opened)
}

/** The toast code is 17 kB, so it is loaded on the first interaction. */
export function ToastRegion() {
  const [Viewport, setViewport] = useState<ComponentType<{ onReady: typeof openStage }> | null>(null)
  useEffect(() => {
    const mounted = new AbortController()
    const unused = new AbortController()
    const fetchViewport = () => {
      unused.abort()
      // Offline, the message is shown on the page as well, and the next toast retries the load.
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
