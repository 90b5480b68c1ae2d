import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import type { ToastStage, ToastText } from './toast-viewport.tsx'

type Viewport = ComponentType<{ onReady: (stage: ToastStage) => void }>

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin']

let viewport: Viewport | null = null
let stage: ToastStage | null = null
let waiting: ToastText | null = null
const listeners = new Set<() => void>()

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

/** Toasts weigh 17 kB that nobody needs who only looks: their code comes with the first sign of use. */
async function fetchViewport(): Promise<void> {
  if (viewport !== null) return
  try {
    viewport = (await import('./toast-viewport.tsx')).ToastViewport
  } catch {
    // No connection: what happened is shown on the page as well, and the next toast tries again.
    return
  }
  for (const onChange of listeners) onChange()
}

export function showToast(toast: ToastText): void {
  if (stage === null) {
    waiting = toast
    void fetchViewport()
  } else {
    stage.show(toast)
  }
}

/** Closes toasts about something that is over. */
export function closeToasts(): void {
  waiting = null
  stage?.close()
}

/** The place for toasts is there from now on: what waited is shown. */
function openStage(opened: ToastStage): void {
  stage = opened
  if (waiting !== null) opened.show(waiting)
  waiting = null
}

export function ToastRegion() {
  const LoadedViewport = useSyncExternalStore(
    subscribe,
    () => viewport,
    () => null,
  )
  useEffect(() => {
    const listening = new AbortController()
    const begin = () => {
      listening.abort()
      void fetchViewport()
    }
    if (navigator.userActivation.hasBeenActive) begin()
    for (const sign of signs) {
      document.addEventListener(sign, begin, { signal: listening.signal, passive: true })
    }
    return () => listening.abort()
  }, [])
  return LoadedViewport === null ? null : <LoadedViewport onReady={openStage} />
}
